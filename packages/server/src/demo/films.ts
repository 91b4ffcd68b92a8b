import { NewTable } from '@triptych/contract/tables'
export const filmsTable: NewTable = NewTable.parse({ name: 'films', columns: [{ name: 'name', type: 'text' }] })
export const films = [{ name: 'placeholder' }]
