package sinks_klog

import (
	"context"

	"k8s.io/klog/v2"
)

type user struct {
	ID    string
	Email string
	Label string
}

// The printing families.
func families(u user, err error) {
	keep(err)
	klog.Info("x", u.ID)
	klog.Info("x", u.Email)   // want "u\\.Email is personal"
	klog.Infoln("x", u.Email) // want "u\\.Email is personal"
	klog.Infof("%s", u.ID)
	klog.Infof("%s", u.Email)         // want "u\\.Email is personal"
	klog.InfoDepth(1, u.Email)        // want "u\\.Email is personal"
	klog.InfofDepth(1, "%s", u.Email) // want "u\\.Email is personal"
	klog.Warning("x", u.ID)
	klog.Warning("x", u.Email)   // want "u\\.Email is personal"
	klog.Warningln("x", u.Email) // want "u\\.Email is personal"
	klog.Warningf("%s", u.ID)
	klog.Warningf("%s", u.Email)         // want "u\\.Email is personal"
	klog.WarningDepth(1, u.Email)        // want "u\\.Email is personal"
	klog.WarningfDepth(1, "%s", u.Email) // want "u\\.Email is personal"
	klog.Error("x", u.ID)
	klog.Error("x", u.Email)   // want "u\\.Email is personal"
	klog.Errorln("x", u.Email) // want "u\\.Email is personal"
	klog.Errorf("%s", u.ID)
	klog.Errorf("%s", u.Email)         // want "u\\.Email is personal"
	klog.ErrorDepth(1, u.Email)        // want "u\\.Email is personal"
	klog.ErrorfDepth(1, "%s", u.Email) // want "u\\.Email is personal"
	if u.ID == "" {
		klog.Fatal(err)        // want "err is error-text"
		klog.Fatalf("%v", err) // want "err is error-text"
		klog.Exit(err)         // want "err is error-text"
		klog.Exitf("%v", err)  // want "err is error-text"
	}
}

// The structured ones, and verbosity.
func structured(ctx context.Context, u user, err error) {
	keep(err)
	klog.InfoS("x", "id", u.ID)
	klog.InfoS("x", "email", u.Email) // want "u\\.Email is personal"
	klog.InfoS(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	klog.ErrorS(nil, "x", "id", u.ID)
	klog.ErrorS(err, "x")                     // want "err is error-text"
	klog.ErrorS(nil, "x", "email", u.Email)   // want "u\\.Email is personal"
	klog.InfoSDepth(1, "x", "email", u.Email) // want "u\\.Email is personal"
	klog.ErrorSDepth(1, err, "x")             // want "err is error-text"
	klog.V(2).Info("x", u.ID)
	klog.V(2).Info("x", u.Email)   // want "u\\.Email is personal"
	klog.V(2).Infof("%s", u.Email) // want "u\\.Email is personal"
	klog.V(2).Infoln(u.Email)      // want "u\\.Email is personal"
	klog.V(2).InfoS("x", "id", u.ID)
	klog.V(2).InfoS("x", "email", u.Email)            // want "u\\.Email is personal"
	klog.V(2).ErrorS(err, "x")                        // want "err is error-text"
	klog.FromContext(ctx).Info("x", "email", u.Email) // want "u\\.Email is personal"
	klog.Background().Error(err, "x")                 // want "err is error-text"
	l := klog.LoggerWithValues(klog.TODO(), "id", u.ID)
	l.Info("x")
	m := klog.LoggerWithValues(klog.TODO(), "email", u.Email) // want "u\\.Email is personal"
	m.Info("x")
	if v := klog.V(4); v.Enabled() {
		v.Infof("%s", u.Email) // want "u\\.Email is personal"
	}
}
