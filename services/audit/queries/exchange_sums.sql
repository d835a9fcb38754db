-- Exchanges as they stood at a sequence, counted and added up. A key that is not grouped by is empty.
-- Decimal references are added as decimals of 18 places, which loses nothing.
SELECT
    if(%(by_calendar_month)s, toYYYYMM(requested_at, %(zone)s), 0) AS calendar_month,
    if(%(by_gaming_day)s, toString(requested_gaming_day), '') AS gaming_day,
    if(%(by_direction)s, direction, '') AS direction_key,
    if(%(by_instrument)s, instrument, '') AS instrument_key,
    if(%(by_desk)s, desk_id, '') AS desk_key,
    if(%(by_status)s, status, '') AS status_key,
    arrayMap(name -> references[name], CAST(%(group_by_references)s, 'Array(String)')) AS reference_keys,
    count() AS exchange_count,
    sum(toInt128(chips_minor)) AS chips_total_minor,
    sumForEach(arrayMap(text -> toUInt64(match(text, %(number)s)), sum_texts)) AS number_counts,
    sumForEach(arrayMap(
        text -> if(match(text, %(number)s), toDecimal256OrZero(text, 18), toDecimal256(0, 18)),
        sum_texts)) AS number_totals,
    sumForEach(arrayMap(
        (name, text) -> toUInt64(mapContains(references, name) AND NOT match(text, %(number)s)),
        sum_names, sum_texts)) AS not_number_counts,
    arrayMap(total -> toString(total), number_totals) AS totals
FROM
(
    SELECT
        *,
        CAST(%(sum_references)s, 'Array(String)') AS sum_names,
        arrayMap(name -> references[name], sum_names) AS sum_texts
    FROM exchange FINAL
    WHERE book IN %(books)s
        AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
        AND (%(direction)s = '' OR direction = %(direction)s)
        AND (%(person)s = '' OR person = %(person)s)
        AND requested_gaming_day BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
        AND toUnixTimestamp64Micro(requested_at) >= %(occurred_from)s
        AND toUnixTimestamp64Micro(requested_at) < %(occurred_before)s
    ORDER BY sequence DESC
    LIMIT 1 BY book, exchange_id
)
WHERE (%(status)s = '' OR status = %(status)s)
    AND (%(instrument)s = '' OR instrument = %(instrument)s)
    AND (%(desk_id)s = '' OR desk_id = %(desk_id)s)
    AND (%(patron_session_id)s = '' OR patron_session_id = %(patron_session_id)s)
    AND (NOT %(has_above)s
        OR toInt256(exact_numerator) > toInt256(%(above_minor)s) * exact_denominator)
    AND arrayAll(
        (name, value) -> mapContains(references, name) AND references[name] = value,
        CAST(%(reference_names)s, 'Array(String)'), CAST(%(reference_values)s, 'Array(String)'))
GROUP BY
    calendar_month, gaming_day, direction_key, instrument_key, desk_key, status_key, reference_keys
ORDER BY
    calendar_month, gaming_day, direction_key, instrument_key, desk_key, status_key, reference_keys
LIMIT %(row_limit)s;
