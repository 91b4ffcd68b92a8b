import type { ServerError } from 'triptych-client'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { PasswordField } from './password-field.tsx'
import { t } from '../words/words.ts'

interface PasswordAgain {
  /** Where it is typed, once it is asked for. */
  field: ReactNode
  /** Does something for which the server may want the password once more. */
  withPassword: <T>(work: (password?: string) => Promise<T>) => Promise<T>
}

export function usePasswordAgain(): PasswordAgain {
  const [isAsked, setAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  return {
    field: isAsked && (
      <div ref={place}>
        <PasswordField
          label={t('Your password')}
          name="password"
          autoComplete="current-password"
          hasFocus
        />
      </div>
    ),
    async withPassword(work) {
      try {
        const done = await work(place.current?.querySelector('input')?.value)
        setAsked(false)
        return done
      } catch (error) {
        if ((error as ServerError).code === 'auth.password_needed') setAsked(true)
        throw error
      }
    },
  }
}
