import { describeFunction, type EvmNetwork, type Permission, type PermissionGrant } from '@latchkey/chains'
import { Address, Card, KeyValue, KeyValueList, Skeleton, Text } from '@latchkey/ui'
import type { Loaded } from '../screen/useLoaded.ts'
import type { TokenFacts } from '../token/readToken.ts'
import { Account } from '../transaction/Account.tsx'
import { untilWords } from '../typedData/untilWords.ts'
import { amountWords, handsOver, mayWords, totalOf } from './grantWords.ts'

export type GrantFactsProps = {
  title: string
  grant: PermissionGrant
  network: EvmNetwork
  /** What the token's contract says of itself; of what is about no token, null. */
  token: Loaded<TokenFacts | null>
}

/** All that a permission lets its signer do, in plain words. */
export function GrantFacts({ title, grant, network, token }: GrantFactsProps) {
  const { permission, signer, expiry, callLimit } = grant
  const facts = token.kind === 'ready' ? token.value : null
  const total = totalOf(grant)
  const starts = 'startTime' in permission && permission.startTime * 1000 > Date.now() ? permission.startTime : null
  return (
    <Card title={title} tone={handsOver(permission) ? 'danger' : 'warning'}>
      <KeyValueList>
        <KeyValue label="What may be done" stacked>
          {token.kind === 'loading' ? <Skeleton /> : <bdi>{mayWords(permission, network, facts)}</bdi>}
        </KeyValue>
        {permission.type === 'contract-call' && <Functions permission={permission} network={network} />}
        {total !== null && (
          <KeyValue label="At most in all">
            {token.kind === 'loading' ? (
              <Skeleton />
            ) : (
              <bdi dir="ltr">{amountWords(total, permission, network, facts)}</bdi>
            )}
          </KeyValue>
        )}
        {starts !== null && <KeyValue label="From">{untilWords(BigInt(starts))}</KeyValue>}
        <KeyValue label="Until">{untilWords(BigInt(expiry))}</KeyValue>
        <KeyValue label="How often">
          {callLimit === null ? 'any number of times' : callLimit === 1 ? 'once' : `at most ${callLimit} times`}
        </KeyValue>
        <Account label="Who may act" address={signer} />
        {'token' in permission && (
          <KeyValue label="Token contract" stacked>
            <Address address={permission.token} form="full" />
          </KeyValue>
        )}
      </KeyValueList>
    </Card>
  )
}

type FunctionsProps = { permission: Extract<Permission, { type: 'contract-call' }>; network: EvmNetwork }

function Functions({ permission, network }: FunctionsProps) {
  return (
    <>
      <KeyValue label="Contract" stacked>
        <Address address={permission.contract} form="full" />
      </KeyValue>
      <KeyValue label={permission.functions.length === 1 ? 'Function' : 'Functions'} stacked>
        {permission.functions.map((each) => {
          const { name, claimed, does } = describeFunction(each)
          return (
            <Text key={each.selector}>
              <bdi dir="ltr" className="wallet-text">
                {name}
              </bdi>
              {does !== null && `: ${does.toLowerCase()}`}
              {claimed !== null && (
                <>
                  {' (the site calls it '}
                  <bdi dir="ltr" className="wallet-text">
                    {claimed}
                  </bdi>
                  )
                </>
              )}
            </Text>
          )
        })}
      </KeyValue>
      <KeyValue label="Coins along with it">no {network.nativeCurrency.symbol}</KeyValue>
    </>
  )
}
