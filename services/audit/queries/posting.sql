-- What each account has moved, by book and currency.
SELECT
    book, account, currency,
    sumIf(toInt128(amount_minor), amount_minor > 0) AS gained_minor,
    sumIf(-toInt128(amount_minor), amount_minor < 0) AS given_minor,
    sum(toInt128(amount_minor)) AS balance_minor,
    count() AS posting_count
FROM posting FINAL
WHERE book IN %(books)s
    AND sequence <= transform(book, %(books)s, %(sequences)s, 0)
    AND (%(service)s = '' OR endsWith(book, concat('/', %(service)s)))
    AND gaming_day <= %(through_gaming_day)s
    AND accounting_day <= %(through_accounting_day)s
GROUP BY book, account, currency
ORDER BY book, account, currency;
