import { catalogue } from '@latchkey/protocol/errors'
import { must, show } from '../Deviation.ts'
import type { Rule, RuleGroup } from '../Rule.ts'

/** Calls that wallets support and this protocol doesn't, and names that must not match by accident. */
const methods = [
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_requestAccounts',
  'eth_getEncryptionPublicKey',
  'eth_decrypt',
  'personal_unlockAccount',
  'personal_ecRecover',
  'wallet_exportPrivateKey',
  'wallet_addEthereumChain',
  'debug_traceTransaction',
  'admin_peers',
  'ETH_CALL',
  ' eth_call',
  '',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__proto__',
]

const { message, code } = catalogue.METHOD_NOT_ALLOWED

const ruleOf = (method: string): Rule => ({
  profile: 'both',
  name: `the call ${JSON.stringify(method)} is answered: ${message}`,
  source: 'wire 5',
  check: async ({ testUser }) => {
    const line = await testUser.line()
    const error = await line.fail('RPC_REQUEST', { method, params: [] })
    must(error.message === message, `it says ${show(error.message)}`)
    must(line.profile === 4 || error.code === code, `its code is ${show(error.code)}, not ${code}`)
  },
})

/** RPC methods that a frame must reject. */
export const disallowed: RuleGroup = { title: 'Calls that are not allowed', rules: methods.map(ruleOf) }
