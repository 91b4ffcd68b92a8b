import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { themes } from '../use-theme.ts'
import type { Theme } from '../use-theme.ts'
import { densities, keepSettings, settings } from './settings.ts'
import type { Density, Settings } from './settings.ts'
import { placeFor } from '../place/locale.ts'
import { languages, languageTags } from '../words/languages.ts'
import type { Language } from '../words/languages.ts'
import { t } from '../words/words.ts'

interface Props {
  theme: Theme
  setTheme: (theme: Theme) => void
  onClose: () => void
}

const places = [
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IN',
  'en-US',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hu-HU',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'tr-TR',
  'zh-CN',
]
const days: Record<string, string> = { 1: t('Monday'), 0: t('Sunday'), 6: t('Saturday') }
const colours: Record<Theme, string> = {
  system: t('As the system has them'),
  light: t('Light'),
  dark: t('Dark'),
}
const rowHeights: Record<Density, string> = { normal: t('Normal'), compact: t('Close together') }
const sample = new Date(2027, 2, 31, 14, 30)

/** How the page looks and how it writes dates and numbers, in this browser. */
export function SettingsDialog({ theme, setTheme, onClose }: Props) {
  const [draft, setDraft] = useState<Settings>(settings)
  const [colour, setColour] = useState(theme)
  const change = (part: Partial<Settings>) => setDraft({ ...draft, ...part })

  function save(): void {
    setTheme(colour)
    const isSame = JSON.stringify(draft) === JSON.stringify(settings)
    if (isSame) return onClose()
    keepSettings(draft)
    location.reload()
  }

  return (
    <Dialog title={t('Settings')} action={t('Save')} onAct={save} onClose={onClose}>
      <label className="field">
        {t('Language')}
        <select
          value={draft.language ?? ''}
          onChange={({ target }) => change({ language: (target.value || null) as Language | null })}
        >
          <option value="">{t('As the browser has it')}</option>
          {languageTags.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {languages[tag].name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t('Dates and numbers')}
        <select
          value={draft.place ?? ''}
          onChange={({ target }) => change({ place: target.value || null })}
        >
          <option value="">{t('As is usual in the language')}</option>
          {places.map((place) => (
            <option key={place} value={place}>
              {placeName(place)}
            </option>
          ))}
        </select>
      </label>
      <small>{exampleOf(draft)}</small>
      <label className="field">
        {t('A week begins on')}
        <select
          value={draft.firstDay ?? ''}
          onChange={({ target }) =>
            change({ firstDay: target.value === '' ? null : Number(target.value) })
          }
        >
          <option value="">{t('The usual day of the place')}</option>
          {['1', '0', '6'].map((day) => (
            <option key={day} value={day}>
              {days[day]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t('Colours')}
        <select value={colour} onChange={({ target }) => setColour(target.value as Theme)}>
          {themes.map((each) => (
            <option key={each} value={each}>
              {colours[each]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t('Rows')}
        <select
          value={draft.density}
          onChange={({ target }) => change({ density: target.value as Density })}
        >
          {densities.map((each) => (
            <option key={each} value={each}>
              {rowHeights[each]}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  )
}

/** In its own words, so that whoever lives there finds it. */
function placeName(place: string): string {
  return new Intl.DisplayNames(place, { type: 'language' }).of(place) ?? place
}

function exampleOf({ place, language }: Settings): string {
  const locale = place ?? placeFor(language)
  const day = sample.toLocaleDateString(locale, { dateStyle: 'medium' })
  const time = sample.toLocaleTimeString(locale, { timeStyle: 'short' })
  return `${day}, ${time} · ${(1234567.5).toLocaleString(locale)}`
}
