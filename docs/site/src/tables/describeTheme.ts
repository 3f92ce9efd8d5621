import { type ThemeRow, type ThemeVariableName, themeTable } from '@latchkey/protocol/theme'
import { themeUses } from './themeUses.ts'

const bounds = (row: ThemeRow): string =>
  row.kind === 'color'
    ? 'a color'
    : row.kind === 'fontFamily'
      ? 'names of fonts'
      : `${row.min} to ${row.max}${{ length: ' px', duration: ' ms', number: '' }[row.kind]}`

const rowOf = ([name, row]: [ThemeVariableName, ThemeRow]): string => {
  const defaults = row.light === row.dark ? `\`${row.light}\`` : `\`${row.light}\`, dark \`${row.dark}\``
  return `| \`${name}\` | ${themeUses[name]}${row.page === true ? ' (page only)' : ''} | ${bounds(row)} | ${defaults} |`
}

/** Returns the table of the theme's variables, as the modal and the wallet read it. */
export const describeTheme = (): string => {
  const rows = Object.entries(themeTable) as [ThemeVariableName, ThemeRow][]
  const table = (title: string, isOf: (row: ThemeRow) => boolean): string[] => [
    `## ${title}`,
    [
      '| Variable | For | Takes | Default |',
      '|---|---|---|---|',
      ...rows.filter(([, row]) => isOf(row)).map(rowOf),
    ].join('\n'),
  ]
  return [
    '# Theme variables',
    'Set them in `themeVariables` of `createModal`, by `modal.setThemeVariables(…)`, or in a style sheet on `latchkey-modal`. A name that is not' +
      ' here and a value out of bounds are [APKT013](/alerts/apkt013). *Page only* variables are drawn in the modal and not in the wallet frame, so' +
      ' that a site cannot paint a warning green. Where your colors would leave text below a contrast of 4.5:1, the wallet frame keeps its own. [Theming](/guides/theming) has examples.',
    ...table('Colors', ({ kind }) => kind === 'color'),
    ...table('Type', ({ kind }) => kind === 'fontFamily'),
    ...table('Sizes, shapes, and motion', ({ kind }) => kind !== 'color' && kind !== 'fontFamily'),
    '',
  ].join('\n\n')
}
