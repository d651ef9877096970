#!/bin/bash
# The application's role owns nothing, so that it cannot change the evidence; the product grants it what it needs.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_DB_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role suoan_app login password :'password';
SQL
