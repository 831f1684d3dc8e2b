package platform

func suffix() string { return "constant" }
