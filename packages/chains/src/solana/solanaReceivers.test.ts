import { expect, test } from 'vitest'
import type { ReadInstruction } from './instructions/readInstruction.ts'
import type { SolanaAction } from './instructions/SolanaAction.ts'
import { solanaReceivers } from './solanaReceivers.ts'

const [own, friend, other] = ['own', 'friend', 'other']
const held = new Map([
  ['ownTokens', { owner: own }],
  ['friendTokens', { owner: friend }],
])
const receivers = (...actions: SolanaAction[]) =>
  solanaReceivers(
    own,
    actions.map((action) => ({ action }) as ReadInstruction),
    held,
  )
const tokens = { amount: 5n, mint: null, decimals: null }
const sol = (to: string, from = own): SolanaAction => ({ kind: 'sendSol', from, to, lamports: 1n, authority: from })
const token = (to: string, authority = own): SolanaAction => ({
  ...{ kind: 'sendToken', from: 'ownTokens', to, authority, fee: null },
  ...tokens,
})

test.each<[string, SolanaAction[], string[]]>([
  ['SOL', [sol(friend)], [friend]],
  ['SOL to oneself', [sol(own)], []],
  ['SOL that is wrapped', [sol('ownTokens')], []],
  ['SOL of somebody else', [sol(friend, other)], []],
  ['SOL from an address that is derived', [{ ...sol(friend, other), authority: own } as SolanaAction], [friend]],
  ['a token, by who has the account', [token('friendTokens')], [friend]],
  ['a token to another account of one’s own', [token('ownTokens')], []],
  ['a token of somebody else', [token('friendTokens', other)], []],
  ['a token to who knows whom', [token('strange')], ['strange']],
  [
    'a token to an account that is made for it',
    [{ kind: 'createTokenAccount', payer: own, account: 'made', owner: other, mint: 'mint' }, token('made')],
    [other],
  ],
  ['several, each once', [sol(friend), token('friendTokens'), sol(other), sol(own)], [friend, other]],
  [
    'a right to take',
    [{ kind: 'delegate', account: 'ownTokens', delegate: other, authority: own, ...tokens }],
    [other],
  ],
  [
    'a right to take nothing',
    [{ kind: 'delegate', account: 'ownTokens', delegate: other, authority: own, ...tokens, amount: 0n }],
    [],
  ],
  ['what an account leaves', [{ kind: 'closeAccount', account: 'ownTokens', to: other, authority: own }], [other]],
  ['a right', [{ kind: 'setAuthority', account: 'ownTokens', authority: own, right: 'owner', to: other }], [other]],
  ['a right that is given up', [{ kind: 'setAuthority', account: 'x', authority: own, right: 'mint', to: null }], []],
  ['the account itself', [{ kind: 'assign', account: own, owner: other }], [other]],
  ['a note', [{ kind: 'memo', text: friend }], []],
  ['who knows what', [{ kind: 'unknown' }], []],
])('%s', (_, actions, expected) => {
  expect(receivers(...actions)).toEqual(expected)
})
