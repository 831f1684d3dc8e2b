package platform

import "log"

func Escape() {
	log.Println(suffix()) //philint:ok known to be harmless on every platform
}
