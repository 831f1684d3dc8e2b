package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// FileCheck is how the database's own files were looked at.
type FileCheck string

// File checks.
const (
	FilesRead      FileCheck = "read"               // every table and index was read, and is whole
	FilesOld       FileCheck = "read-no-checksum"   // as well, but the file was made before pages had checksums: a changed value is not noticed
	FilesChecksums FileCheck = "server-checksums"   // the server does, and notices a page that has changed
	FilesServer    FileCheck = "server-no-checksum" // the server does, and notices it only where the structure breaks
)

// CheckFiles goes through every table and index of a store in a file. A server keeps its files by itself: then it says
// only whether the server has checksums of their pages. What is damaged is an *engine.Error of kind corrupt.
func (s *Store) CheckFiles(ctx context.Context) (FileCheck, error) {
	if file, ok := s.db.(*engine.SQLite); ok {
		has, err := file.Checksums(ctx)
		if err == nil {
			err = file.Whole(ctx)
		}
		if !has {
			return FilesOld, err
		}
		return FilesRead, err
	}
	var said string
	err := s.db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, `SELECT current_setting('data_checksums')`)
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := rows.Scan(&said); err != nil {
				return errors.Join(err, rows.Close())
			}
		}
		return rows.Close()
	})
	if err == nil && said == "on" {
		return FilesChecksums, nil
	}
	return FilesServer, err
}
