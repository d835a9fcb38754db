-- The terms that a casino was registered with.
SELECT currency, minor_per_major, zone, day_changes_at_hour, identification_limit_minor
FROM casino FINAL
WHERE casino_id = %(casino_id)s;
