package clean

import "log/slog"

type Team struct {
	ID      int
	BadgeID string
}

func Clean(t Team) { slog.Info("clean", "team_id", t.ID, "badge_id", t.BadgeID) }
