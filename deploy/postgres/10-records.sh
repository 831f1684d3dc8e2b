#!/bin/sh
# Run once, by the image's entry point, when the database is made: the role that the record server signs in with, and its
# database. The role owns the database and is neither superuser nor BYPASSRLS: row-level security would not bind such a
# one, and the server refuses it. Its password is the last field of the file, which psql reads by itself so that it stands
# on no command line.
set -eu
psql -v ON_ERROR_STOP=1 --no-psqlrc --quiet --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cut -d: -f5- /run/secrets/records_pgpass`
CREATE ROLE records LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE records OWNER records TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8';
REVOKE ALL ON DATABASE records FROM PUBLIC;
SQL
