-- Patron sessions as they stood at a sequence, made from the exchanges, so that it can be any; the
-- streams' own row stands beside where it rests on nothing later. Totals are exact: numerators are
-- added up by denominator, and compared with a limit over their common one.
WITH
    state AS
    (
        SELECT *
        FROM exchange FINAL
        WHERE book IN %(books)s
            AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
            AND (%(person)s = '' OR person = %(person)s)
        ORDER BY sequence DESC
        LIMIT 1 BY book, exchange_id
    ),
    session AS
    (
        SELECT
            person, patron_session_id,
            any(chips_currency) AS currency,
            countIf(status = 'completed' AND direction = 'purchase') AS purchase_count,
            sumMapIf([exact_denominator], [toInt256(exact_numerator)],
                status = 'completed' AND direction = 'purchase') AS purchases,
            argMaxIf((session_total_numerator, session_total_denominator), completed_sequence,
                status = 'completed' AND direction = 'purchase') AS purchases_decided,
            countIf(status = 'completed' AND direction = 'cash_out') AS cash_out_count,
            sumMapIf([exact_denominator], [toInt256(exact_numerator)],
                status = 'completed' AND direction = 'cash_out') AS cash_outs,
            argMaxIf((session_total_numerator, session_total_denominator), completed_sequence,
                status = 'completed' AND direction = 'cash_out') AS cash_outs_decided
        FROM state
        WHERE substring(patron_session_id, 1, 10)
            BETWEEN %(gaming_day_from)s AND %(gaming_day_through)s
        GROUP BY person, patron_session_id
    ),
    identified AS
    (
        SELECT
            person, patron_session_id,
            countIf(direction = 'purchase') > 0 AS purchases_identified,
            countIf(direction = 'cash_out') > 0 AS cash_outs_identified
        FROM
        (
            SELECT *
            FROM identification FINAL
            WHERE book IN %(books)s
                AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
                AND (%(person)s = '' OR person = %(person)s)
            ORDER BY sequence DESC
            LIMIT 1 BY book, exchange_id
        )
        WHERE status = 'met'
        GROUP BY person, patron_session_id
    ),
    recomputed AS
    (
        SELECT
            person, patron_session_id, linked_persons, totals_differ,
            counted_purchases_numerator, counted_purchases_denominator,
            counted_cash_outs_numerator, counted_cash_outs_denominator,
            true AS is_recomputed
        FROM patron_session FINAL
        WHERE casino_id = %(casino_id)s
            AND cashier_sequence <= %(cashier_sequence)s
            AND compliance_sequence <= %(compliance_sequence)s
    )
SELECT *
FROM
(
    SELECT
        *,
        if(%(direction)s = 'cash_out', cash_outs, purchases) AS asked,
        if(%(direction)s = 'cash_out', cash_outs_decided, purchases_decided) AS asked_decided,
        arrayFold((total, part) -> total * toInt256(part), asked.1, toInt256(1)) AS asked_denominator,
        arrayFold((total, denominator, numerator)
                -> total + numerator * intDiv(asked_denominator, toInt256(denominator)),
            asked.1, asked.2, toInt256(0)) AS asked_numerator,
        count() OVER () AS patron_session_count
    FROM session
    LEFT JOIN identified USING (person, patron_session_id)
    LEFT JOIN recomputed USING (person, patron_session_id)
    WHERE throwIf(
            arraySum(part -> log10(part), asked.1) > 50,
            'exchange rates too fine to compare totals in 256 bits') = 0
        AND (NOT %(has_over)s
            OR asked_numerator > toInt256(%(over_minor)s) * asked_denominator
            OR toInt256(asked_decided.1) > toInt256(%(over_minor)s) * asked_decided.2)
)
WHERE NOT %(is_continued)s
    OR (patron_session_id, person) > (%(after_patron_session_id)s, %(after_person)s)
ORDER BY patron_session_id, person
LIMIT %(row_limit)s;
