import { expect, test } from 'vitest'
import * as testing from './index.ts'
import * as playwright from './playwright/index.ts'
import * as walletConnect from './walletConnect/index.ts'

test('exports what its README names', () => {
  expect(Object.keys(testing).toSorted()).toEqual([
    'announceRubbish',
    'createBitcoinWallet',
    'createEvmWallet',
    'createSolanaWallet',
    'scripts',
    'showWallet',
  ])
  expect(Object.keys(playwright).toSorted()).toEqual([
    'approve',
    'chooseAccountType',
    'installRubbish',
    'installWallet',
    'loginByEmail',
    'loginByFarcaster',
    'loginBySocial',
    'reject',
    'walletTest',
  ])
  expect(Object.keys(walletConnect)).toEqual(['createWalletConnectWallet'])
})
