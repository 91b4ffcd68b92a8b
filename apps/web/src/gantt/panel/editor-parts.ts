import { registerEditorItem } from '@svar-ui/react-gantt'
import { registerInlineEditor } from '@svar-ui/react-grid'
import { CommentsField } from '../../comments/comments-field.tsx'
import { DurationField } from '../../schedule/length-input.tsx'
import { TaskScheduleField } from '../../schedule/task-schedule-field.tsx'
import { CellEditor } from '../grid/cell-editor.tsx'
import { LastDayField, StartDayField } from './day-fields.tsx'
import { LinksField } from './links-field.tsx'
import { DaysField, DescriptionField, NameField } from './text-fields.tsx'
import { TeamField } from './team-field.tsx'

/** The parts of the editors that are ours. The widget knows them by these names, for the whole page. */
export function registerEditorParts(): void {
  registerEditorItem('team', TeamField)
  registerEditorItem('task-schedule', TaskScheduleField)
  registerEditorItem('duration', DurationField)
  registerEditorItem('task-name', NameField)
  registerEditorItem('task-description', DescriptionField)
  registerEditorItem('task-days', DaysField)
  registerEditorItem('start-day', StartDayField)
  registerEditorItem('last-day', LastDayField)
  registerEditorItem('plan-links', LinksField)
  registerEditorItem('comments', CommentsField)
  registerInlineEditor('plan-cell', CellEditor as never)
}
