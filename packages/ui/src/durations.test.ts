import { themeTable } from '@latchkey/protocol/theme'
import { expect, test } from 'vitest'

const sources = import.meta.glob('./*.css.ts', { query: '?raw', import: 'default', eager: true }) as Record<
  string,
  string
>

/** The milliseconds of each share of the theme's duration, by default. */
const defaultMs = Number.parseInt(themeTable['--lk-duration'].light, 10)
const shares = Object.values(sources).flatMap((sheet) =>
  [...sheet.matchAll(/(?:calc\((\d+) \/ (\d+) \* )?var\(--lk-duration\)/g)].map(([, over = '1', under = '1']) =>
    Math.round((defaultMs * Number(over)) / Number(under)),
  ),
)

test('parts of the look move for 75, 125, 200 and 400 ms, and for 150 ms where the specification says so', () => {
  expect([...new Set(shares)].sort((one, other) => one - other)).toEqual([75, 125, 150, 200, 400])
})
