package sinks_glog

import (
	"context"

	"github.com/golang/glog"
)

type user struct {
	ID    string
	Email string
	Label string
}

// The printing families.
func families(ctx context.Context, u user, err error) {
	keep(err)
	glog.Info("x", u.ID)
	glog.Info("x", u.Email)   // want "u\\.Email is personal"
	glog.Infoln("x", u.Email) // want "u\\.Email is personal"
	glog.Infof("%s", u.ID)
	glog.Infof("%s", u.Email)         // want "u\\.Email is personal"
	glog.InfoDepth(1, u.Email)        // want "u\\.Email is personal"
	glog.InfoDepthf(1, "%s", u.Email) // want "u\\.Email is personal"
	glog.InfoContext(ctx, u.ID)
	glog.InfoContext(ctx, u.Email)        // want "u\\.Email is personal"
	glog.InfoContextf(ctx, "%s", u.Email) // want "u\\.Email is personal"
	glog.Warning("x", u.ID)
	glog.Warning("x", u.Email)   // want "u\\.Email is personal"
	glog.Warningln("x", u.Email) // want "u\\.Email is personal"
	glog.Warningf("%s", u.ID)
	glog.Warningf("%s", u.Email)         // want "u\\.Email is personal"
	glog.WarningDepth(1, u.Email)        // want "u\\.Email is personal"
	glog.WarningDepthf(1, "%s", u.Email) // want "u\\.Email is personal"
	glog.WarningContext(ctx, u.ID)
	glog.WarningContext(ctx, u.Email)        // want "u\\.Email is personal"
	glog.WarningContextf(ctx, "%s", u.Email) // want "u\\.Email is personal"
	glog.Error("x", u.ID)
	glog.Error("x", u.Email)   // want "u\\.Email is personal"
	glog.Errorln("x", u.Email) // want "u\\.Email is personal"
	glog.Errorf("%s", u.ID)
	glog.Errorf("%s", u.Email)         // want "u\\.Email is personal"
	glog.ErrorDepth(1, u.Email)        // want "u\\.Email is personal"
	glog.ErrorDepthf(1, "%s", u.Email) // want "u\\.Email is personal"
	glog.ErrorContext(ctx, u.ID)
	glog.ErrorContext(ctx, u.Email)        // want "u\\.Email is personal"
	glog.ErrorContextf(ctx, "%s", u.Email) // want "u\\.Email is personal"
	if u.ID == "" {
		glog.Fatal(err)        // want "err is error-text"
		glog.Fatalf("%v", err) // want "err is error-text"
		glog.Exit(err)         // want "err is error-text"
		glog.Exitf("%v", err)  // want "err is error-text"
	}
	glog.V(2).Info("x", u.ID)
	glog.V(2).Info("x", u.Email)        // want "u\\.Email is personal"
	glog.V(2).Infof("%s", u.Email)      // want "u\\.Email is personal"
	glog.V(2).Infoln(u.Email)           // want "u\\.Email is personal"
	glog.V(2).InfoContext(ctx, u.Email) // want "u\\.Email is personal"
	if glog.V(3) {
		glog.Infof("%s", u.Email) // want "u\\.Email is personal"
	}
}
