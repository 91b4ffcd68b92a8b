import file from 'lucide-static/icons/file.svg?raw'
import folder from 'lucide-static/icons/folder.svg?raw'
import row from 'lucide-static/icons/rows-3.svg?raw'
import task from 'lucide-static/icons/square-chart-gantt.svg?raw'
import table from 'lucide-static/icons/table-2.svg?raw'
import person from 'lucide-static/icons/user.svg?raw'
import type { Hit } from './hits.ts'

export const hitIcons: Record<Hit['icon'], string> = { task, file, folder, table, row, person }
