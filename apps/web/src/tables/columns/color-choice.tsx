import { choiceColors } from '@triptych/contract/choices'
import type { ChoiceColor } from '@triptych/contract/choices'
import { useState } from 'react'
import { Chip, chipLook } from '../chip.tsx'
import type { ChoiceDraft } from '../choice-drafts.ts'
import { FloatMenu } from '../float-menu.tsx'
import { t } from '../../words/words.ts'

const names: Record<ChoiceColor, string> = {
  red: t('Red'),
  orange: t('Orange'),
  yellow: t('Yellow'),
  lime: t('Lime'),
  green: t('Green'),
  teal: t('Teal'),
  cyan: t('Cyan'),
  blue: t('Blue'),
  violet: t('Violet'),
  pink: t('Pink'),
  brown: t('Brown'),
  grey: t('Grey'),
}

interface Props {
  choice: ChoiceDraft
  onChoose: (color: ChoiceColor | null) => void
}

/** The colour of a choice, and the way to another one. */
export function ColorChoice({ choice, onChoose }: Props) {
  const { text, color } = choice
  const [anchor, setAnchor] = useState<DOMRect | null>(null)
  const usual = { label: t('By its name'), isChosen: color === null, run: () => onChoose(null) }
  return (
    <>
      <button
        type="button"
        className="chip choice-color"
        style={chipLook(text.trim(), color ?? undefined)}
        aria-haspopup="menu"
        aria-label={t('Colour of {choice}: {color}', {
          choice: text,
          color: color ? names[color] : usual.label,
        })}
        title={t('Choose a colour')}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      />
      {anchor && (
        <FloatMenu
          label={t('Colour of {choice}', { choice: text })}
          anchor={anchor}
          groups={[
            [usual],
            choiceColors.map((one) => ({
              label: names[one],
              look: <Chip label={names[one]} color={one} />,
              isChosen: color === one,
              run: () => onChoose(one),
            })),
          ]}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
