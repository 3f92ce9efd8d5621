import { expect, test } from 'vitest'
import * as exported from './index.ts'

test('the exports are these', () => {
  expect(Object.keys(exported).toSorted()).toEqual([
    'appearance',
    'configName',
    'connectVault',
    'createVaultStage',
    'deviceWallet',
    'failure',
    'offer',
    'screenNotice',
    'sentUpload',
    'signable',
    'vaultConfig',
    'vaultMethods',
    'vaultPath',
    'vaultReply',
    'vaultStatus',
    'vaultTimeouts',
    'walletChange',
  ])
})
