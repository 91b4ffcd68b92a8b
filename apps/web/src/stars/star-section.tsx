import type { FileEntry } from '@triptych/contract/files'
import { useState } from 'react'
import { fileHit } from '../find/hits.ts'
import { HitPlaces } from '../home/hit-places.tsx'
import { Section } from '../home/section.tsx'
import { useAnswerOf } from '../home/use-answer-of.ts'
import { t } from '../words/words.ts'

/** So many are shown at first. */
const most = 6

/** Of the start page; nothing for one who has starred nothing. */
export function StarSection() {
  const { value, ...rest } = useAnswerOf<FileEntry[]>('stars')
  const [showsAll, showAll] = useState(false)
  if (!rest.problem && !value?.length) return null
  return (
    <Section
      id="home-stars"
      title={t('Starred')}
      answer={{ ...rest, value }}
      failed={t('What is starred could not be read.')}
    >
      {(entries) => (
        <>
          <HitPlaces hits={entries.slice(0, showsAll ? undefined : most).map(fileHit)} />
          {!showsAll && entries.length > most && (
            <button type="button" className="plain" onClick={() => showAll(true)}>
              {t('Show all {total}', { total: String(entries.length) })}
            </button>
          )}
        </>
      )}
    </Section>
  )
}
