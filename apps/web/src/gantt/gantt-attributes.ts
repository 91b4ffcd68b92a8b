import type { Additions } from '../use-attributes.ts'
import { t } from '../words/words.ts'

/** What the widget does not say to those who do not see it. */
export const ganttAttributes: Additions = {
  '.gantt-stage [role="grid"]': { role: 'treegrid', 'aria-label': t('Tasks') },
  // The first stop of Tab, from which arrows lead to the tasks.
  '.gantt-stage .wx-layout': { role: 'group', 'aria-label': t('Tasks and chart') },
  '[aria-rowindex="0"]': { 'aria-rowindex': null },
  '.wx-grip[role="presentation"]': { 'aria-label': null },
  // Where nothing in it can have the focus, it could not be scrolled with the keyboard.
  '.wx-gantt-editor.gantt-read-only .wx-content': { tabindex: '0' },
  '[data-id=":close"] button': { 'aria-label': t('Close'), title: t('Close') },
}
