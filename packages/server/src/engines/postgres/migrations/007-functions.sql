-- What JavaScript does with a value and PostgreSQL does otherwise. Types have names here that no
-- table of a user can take for itself.

-- `String(number)` of a whole number from 2^53 on. PostgreSQL writes one digit more than JavaScript
-- where the shorter text lies just half-way to the next number.
create function whole_text(value double precision) returns text language plpgsql immutable parallel safe as $$
declare
  bits constant integer := greatest(0, ceil(ln(abs(value)) / ln(2))::integer - 60);
  exact constant numeric := (abs(value) / power(2::double precision, bits))::bigint * power(2::numeric, bits)::numeric(60, 0);
  sign constant pg_catalog.text := case when value < 0 then '-' else '' end;
  places constant integer := length(exact::numeric(60, 0)::pg_catalog.text);
  digits pg_catalog.text;
begin
  for count in 1 .. 17 loop
    digits := round(exact, count - places)::numeric(60, 0)::pg_catalog.text;
    exit when digits::double precision = abs(value);
  end loop;
  if abs(value) < 1e21 then return sign || digits; end if;
  return sign || regexp_replace(rtrim(digits, '0'), '^(.)(.+)$', '\1.\2') || 'e+' || length(digits) - 1;
end
$$;

-- `String(number)`.
create function number_text(value double precision) returns text language sql immutable parallel safe as $$
  select case
    when value = 0 then '0'
    when strpos(value::pg_catalog.text, 'e') = 0 then value::pg_catalog.text
    when abs(value) >= 9007199254740992 and abs(value) < 1e40 then whole_text(value)
    when abs(value) >= 1e-6 and abs(value) < 1e21 then value::pg_catalog.text::numeric::pg_catalog.text
    else regexp_replace(value::pg_catalog.text, 'e([+-])0+', 'e\1')
  end
$$;

-- `Number(text)` of what is written as digits; too much of them becomes infinite, too little 0.
create function digits_number(digits text) returns double precision language plpgsql immutable parallel safe as $$
begin
  -- Others are never out of range, and to catch an error takes long.
  if length(digits) <= 100 and digits !~ '[eE][+-]?[0-9]{3}' then
    return digits::double precision;
  end if;
  begin
    return digits::double precision;
  exception when numeric_value_out_of_range then
    if digits ~ '^[+-]?[0.]*([eE]|$)' then return 0; end if;
    -- How far the first digit that counts stands before the point.
    declare
      mantissa constant pg_catalog.text := regexp_replace(digits, '[eE].*$|^[+-]', '', 'g');
      exponent constant numeric := coalesce(substring(digits from '[eE](.*)$'), '0')::numeric;
      whole constant pg_catalog.text := ltrim(split_part(mantissa, '.', 1), '0');
      rest constant pg_catalog.text := split_part(mantissa, '.', 2);
      place constant numeric := case when whole <> '' then length(whole)
        else length(ltrim(rest, '0')) - length(rest) end + exponent;
    begin
      if place < 0 then return 0; end if;
      return case when digits like '-%' then '-Infinity' else 'Infinity' end::double precision;
    end;
  end;
end
$$;

-- The same of `0x1F` and its like.
create function prefixed_number(prefixed text) returns double precision language plpgsql immutable parallel safe as $$
declare
  bits constant integer := case lower(substr(prefixed, 2, 1)) when 'x' then 4 when 'o' then 3 else 1 end;
  total numeric := 0;
begin
  for at in 3 .. length(prefixed) loop
    total := total * (1 << bits) + strpos('0123456789abcdef', lower(substr(prefixed, at, 1))) - 1;
  end loop;
  return digits_number(total::pg_catalog.text);
end
$$;

-- `Number(text)`; null where that is no number.
create function text_number(value text) returns double precision language plpgsql immutable parallel safe as $$
declare
  trimmed constant pg_catalog.text := btrim(value, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');
begin
  if trimmed is null then return null; end if;
  if trimmed = '' then return 0; end if;
  if trimmed ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$' then
    return digits_number(trimmed);
  end if;
  if trimmed ~ '^[+-]?Infinity$' then return trimmed::double precision; end if;
  if trimmed ~ '^0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$' then
    return prefixed_number(trimmed);
  end if;
  return null;
end
$$;

-- `String(value)` of what a JSON text says.
create function json_text(value text) returns text language plpgsql immutable parallel safe as $$
declare
  given constant pg_catalog.json := value::pg_catalog.json;
begin
  if value is null then return null; end if;
  case json_typeof(given)
    when 'string' then return given #>> '{}';
    when 'number' then return number_text(digits_number(given #>> '{}'));
    when 'boolean' then return given #>> '{}';
    when 'object' then return '[object Object]';
    when 'array' then return (
      select coalesce(string_agg(json_text(item::pg_catalog.text), ',' order by place), '')
      from json_array_elements(given) with ordinality as list (item, place)
    );
    else return '';
  end case;
end
$$;

-- `Number(value)`; null where that is no number.
create function json_number(value text) returns double precision language plpgsql immutable parallel safe as $$
declare
  given constant pg_catalog.json := value::pg_catalog.json;
begin
  if value is null then return null; end if;
  case json_typeof(given)
    when 'number' then return digits_number(given #>> '{}');
    when 'boolean' then return case given #>> '{}' when 'true' then 1 else 0 end;
    else return text_number(json_text(value));
  end case;
end
$$;

-- What the clocks of a zone show at an instant. There is no year 0 here: 400 years later it is the
-- same day of the same week.
create function years_off(value text) returns integer language sql immutable parallel safe as $$
  select case when value collate "C" < '0002' then 400 else 0 end
$$;
create function instant_of(value text) returns timestamp with time zone language sql immutable parallel safe as $$
  select case when years_off(value) = 0 then value
    else lpad((substr(value, 1, 4)::integer + 400)::pg_catalog.text, 4, '0') || substr(value, 5)
  end::timestamp with time zone
$$;
create function local_time(value text, zone text) returns timestamp language sql immutable parallel safe as $$
  -- As a name, +02:00 would be west of Greenwich.
  select case when zone ~ '^[+-]' then instant_of(value) at time zone zone::interval
    else instant_of(value) at time zone zone end
$$;
create function local_month(value text, zone text) returns bigint language sql immutable parallel safe as $$
  select (extract(year from local_time(value, zone)) - years_off(value))::bigint * 12
    + extract(month from local_time(value, zone))::bigint - 1
$$;
create function local_day(value text, zone text) returns text language plpgsql immutable parallel safe as $$
declare
  year constant bigint := floor(local_month(value, zone)::numeric / 12);
  day constant pg_catalog.text := to_char(local_time(value, zone), '-MM-DD');
begin
  if year between 0 and 9999 then return lpad(year::pg_catalog.text, 4, '0') || day; end if;
  return case when year < 0 then '-' else '+' end || lpad(abs(year)::pg_catalog.text, 6, '0') || day;
end
$$;
