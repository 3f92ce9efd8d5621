import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSizes, formatSizes, type SizesReport } from './sizes.ts'
import { temporaryTree } from './testing/temporaryTree.ts'

/** Does not compress: about as many gzipped bytes. */
const noise = (bytes: number): string =>
  randomBytes(bytes / 2)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '#')

const frame: SizesReport = {
  groups: {
    'wallet frame, at load': { files: ['wallet.js'], apart: [] },
    'wallet page, first view': { files: ['page.js'], apart: [] },
    'wallet approval, first view': { files: ['wallet.js', 'page.js'], apart: [] },
  },
}
const vault: SizesReport = {
  groups: {
    vault: { files: ['vault.js'], apart: [] },
    'vault screens': { files: ['screens.js'], apart: [] },
  },
}
const modal: SizesReport = {
  groups: {
    'modal entry': { files: ['entry.js'], apart: [] },
    'modal first open': { files: ['entry.js', 'view.js', 'entry.js'], apart: ['react.js'] },
    'modal with its renderer, first open': { files: ['entry.js', 'view.js'], apart: [] },
  },
}
const built = {
  'apps/modal/dist/sizes.json': modal,
  'apps/modal/dist/entry.js': 'entry',
  'apps/modal/dist/view.js': 'view',
  'apps/modal/dist/react.js': 'react',
  'apps/secure-frame/dist/sizes.json': frame,
  'apps/secure-frame/dist/wallet.js': 'wallet',
  'apps/secure-frame/dist/page.js': 'page',
  'apps/vault/dist/sizes.json': vault,
  'apps/vault/dist/vault.js': 'vault',
  'apps/vault/dist/screens.js': 'screens',
}

const failuresIn = (files: Record<string, string | object>): (string | undefined)[] =>
  checkSizes(temporaryTree({ ...built, ...files })).flatMap(({ budget, failure }) =>
    failure === undefined ? [] : [`${budget}: ${failure}`],
  )

test('small files keep every budget, and each file counts once', () => {
  const rows = checkSizes(temporaryTree(built))
  expect(rows.map((row) => [row.budget, row.bytes, row.apartBytes, row.failure])).toEqual([
    ['modal entry', 25, 0, undefined],
    ['modal first open', 49, 25, undefined],
    ['modal with its renderer, first open', 49, 0, undefined],
    ['wallet frame, at load', 26, 0, undefined],
    ['wallet page, first view', 24, 0, undefined],
    ['wallet approval, first view', 50, 0, undefined],
    ['vault', 25, 0, undefined],
    ['vault screens', 27, 0, undefined],
  ])
  expect(formatSizes(rows).split('\n')[1]).toMatch(/^modal first open +0\.0 KB +of 60\.0 KB +and React 0\.0 KB$/)
})

test('a group over its limit fails by as much', () => {
  expect(failuresIn({ 'apps/modal/dist/entry.js': noise(40_000) })[0]).toMatch(/^modal entry: \d+\.\d KB over$/)
})

test('a chunk of React that holds more than React fails', () => {
  expect(failuresIn({ 'apps/modal/dist/react.js': noise(400_000) })).toEqual([
    "modal first open: React's chunk is over 70 KB: what else is in it?",
  ])
})

test('a group that nobody reports fails', () => {
  expect(
    failuresIn({
      'apps/secure-frame/dist/sizes.json': { groups: { ...frame.groups, 'wallet frame, at load': undefined } },
    }),
  ).toEqual(['wallet frame, at load: apps/secure-frame/dist/sizes.json does not report it'])
})

test('a group without files fails', () => {
  const empty = { groups: { ...vault.groups, vault: { files: [], apart: [] } } }
  expect(failuresIn({ 'apps/vault/dist/sizes.json': empty })).toEqual(['vault: it lists no files'])
})
