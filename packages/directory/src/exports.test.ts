import { expect, test } from 'vitest'
import * as data from './data.ts'
import * as directory from './index.ts'
import * as popular from './popular.ts'
import * as flags from './walletFlags.ts'

test('the public surface', () => {
  expect([directory, data, flags, popular].map((names) => Object.keys(names).sort())).toMatchInlineSnapshot(`
    [
      [
        "findWallets",
        "initialsImage",
        "letterImage",
        "mergeConnectors",
        "rankWallets",
        "walletGroups",
        "walletsPerPage",
      ],
      [
        "networkImages",
        "tokenImages",
        "walletImages",
        "wallets",
      ],
      [
        "walletFlags",
      ],
      [
        "popularWallets",
      ],
    ]
  `)
})
