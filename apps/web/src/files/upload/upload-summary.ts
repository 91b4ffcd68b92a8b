import type { Upload } from 'triptych-client'
import { counted, t } from '../../words/words.ts'

export interface UploadSummary {
  /** Waiting or under way. */
  open: number
  done: number
  failed: number
  loaded: number
  total: number
  speed: number
  /** Seconds, or `null` when nobody can know. */
  left: number | null
}

export function summarize(list: readonly Upload[]): UploadSummary {
  const summary = { open: 0, done: 0, failed: 0, loaded: 0, total: 0, speed: 0 }
  for (const { state, loaded, total, speed } of list) {
    if (state === 'cancelled') continue
    if (state === 'done') summary.done++
    else if (state === 'failed') summary.failed++
    else summary.open++
    if (state === 'failed') continue
    summary.loaded += loaded
    summary.total += total
    summary.speed += speed
  }
  const { open, speed, total, loaded } = summary
  return { ...summary, left: open > 0 && speed > 0 ? Math.ceil((total - loaded) / speed) : null }
}

/** `1 h 5 min`, `2 min`, `40 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds })
  const minutes = Math.round(seconds / 60)
  return minutes < 60
    ? t('{minutes} min', { minutes })
    : t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** Of what is over; changes seldom, as it is read aloud. */
export function outcome({ open, done, failed }: UploadSummary): string {
  if (open > 0) return counted(open + done, 'Uploading {count} file', 'Uploading {count} files')
  if (failed > 0) return counted(failed, '{count} file not uploaded', '{count} files not uploaded')
  return done > 0
    ? counted(done, '{count} file uploaded', '{count} files uploaded')
    : t('Nothing uploaded')
}
