-- Searches do not mind accents any more: names that are not plain anyway get another key.

-- What `plainText` makes of letters that are in lower case already.
create function plain_letters(value pg_catalog.text) returns pg_catalog.text
  language sql immutable parallel safe as $$
  select replace(replace(replace(translate(
    normalize(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
    'øłđς', 'oldσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;
update _files set folded = plain_letters(folded) where folded is not null;
