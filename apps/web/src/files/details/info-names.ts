import { when } from '../../accounts/when.ts'
import { locale } from '../../place/locale.ts'
import { typedNumberText } from '../../place/typed-number.ts'
import { t } from '../../words/words.ts'

/** What the server calls what it knows of a file; names that are not here stay as it says them. */
const names: Record<string, string> = {
  Size: t('Size'),
  Type: t('Type [[file]]'),
  Dimensions: t('Dimensions'),
  Format: t('Format'),
  Pages: t('Pages'),
  Lines: t('Lines'),
  Encoding: t('Encoding'),
  Title: t('Title'),
  Artist: t('Artist'),
  Album: t('Album'),
  Year: t('Year'),
  Track: t('Track'),
  Genre: t('Genre'),
  Duration: t('Duration'),
  Bitrate: t('Bit rate'),
  SampleRate: t('Sample rate'),
  Channels: t('Channels'),
  Make: t('Maker of the camera'),
  Model: t('Camera'),
  LensModel: t('Lens'),
  DateTimeOriginal: t('Taken'),
  ExposureTime: t('Exposure'),
  FNumber: t('Aperture'),
  ISO: 'ISO',
  FocalLength: t('Focal length'),
  Latitude: t('Latitude'),
  Longitude: t('Longitude'),
  Software: t('Software'),
  Copyright: t('Copyright'),
}

const counting = (value: number) => value.toLocaleString(locale)

const units: Record<string, (value: number) => string> = {
  Lines: counting,
  Pages: counting,
  Latitude: typedNumberText,
  Longitude: typedNumberText,
  Bitrate: (value) => `${typedNumberText(Math.round(value / 1000))} kbit/s`,
  SampleRate: (value) => `${typedNumberText(Math.round(value / 100) / 10)} kHz`,
  Duration: (value) => clock(Math.round(value)),
  ExposureTime: (value) => `${typedNumberText(value)} s`,
  FNumber: (value) => `f/${typedNumberText(value)}`,
  FocalLength: (value) => `${typedNumberText(value)} mm`,
}

export function infoName(name: string): string {
  return names[name] ?? name
}

/** With its unit, where it is a number of something. */
export function infoValue(name: string, value: string | number | boolean): string {
  if (typeof value === 'number') return units[name]?.(value) ?? String(value)
  const isTime = name === 'DateTimeOriginal' && !Number.isNaN(Date.parse(String(value)))
  return isTime ? when(String(value)) : String(value)
}

function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
