import type { RuleGroup } from '../Rule.ts'
import { address } from './address.ts'
import { approvals } from './approvals.ts'
import { badParameters } from './badParameters.ts'
import { disallowed } from './disallowed.ts'
import { envelope } from './envelope.ts'
import { headers } from './headers.ts'
import { hello } from './hello.ts'
import { limits } from './limits.ts'
import { login } from './login.ts'
import { networks } from './networks.ts'
import { order } from './order.ts'
import { origins } from './origins.ts'
import { reads } from './reads.ts'
import { ready } from './ready.ts'
import { requests } from './requests.ts'
import { session } from './session.ts'
import { signInMessages } from './signInMessages.ts'
import { social } from './social.ts'

/** All rules. The last six groups need a signed-in user; `session` signs them out. */
export const groups: readonly RuleGroup[] = [
  address,
  headers,
  origins,
  ready,
  hello,
  requests,
  badParameters,
  envelope,
  limits,
  order,
  social,
  login,
  signInMessages,
  networks,
  reads,
  disallowed,
  approvals,
  session,
]
