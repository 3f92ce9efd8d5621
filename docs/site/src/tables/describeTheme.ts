import { type ThemeRow, themeTable } from '@latchkey/protocol/theme'

const bounds = (row: ThemeRow): string =>
  row.kind === 'color'
    ? 'a color'
    : row.kind === 'fontFamily'
      ? 'names of fonts'
      : `${row.min} to ${row.max}${{ length: ' px', duration: ' ms', number: '' }[row.kind]}`

/** Returns the table of the theme's variables, as the modal and the wallet read it. */
export const describeTheme = (): string =>
  [
    '# Theme variables',
    'Set them in `themeVariables` of `createModal`, by `modal.setThemeVariables(…)`, or in a style sheet on `latchkey-modal`. A name that is not' +
      ' here and a value out of bounds are [APKT013](/alerts/apkt013). *Page only* variables are drawn in the modal and not in the wallet frame, so' +
      ' that a site cannot paint a warning green. Where your colors would leave text below a contrast of 4.5:1, the wallet frame keeps its own. [Theming](/guides/theming) has examples.',
    [
      '| Variable | Takes | Light | Dark | |',
      '|---|---|---|---|---|',
      ...(Object.entries(themeTable) as [string, ThemeRow][]).map(
        ([name, row]) =>
          `| \`${name}\` | ${bounds(row)} | \`${row.light}\` | \`${row.dark}\` | ${row.page === true ? 'page only' : ''} |`,
      ),
    ].join('\n'),
    '',
  ].join('\n\n')
