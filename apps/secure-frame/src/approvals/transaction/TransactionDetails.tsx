import type { DecodedCall, EvmNetwork, EvmTransaction, UnsignedTransaction } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { Details, KeyValue, KeyValueList, RawText, Stack } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import { CallTree } from './CallTree.tsx'

export type TransactionDetailsProps = {
  request: EvmTransaction
  /** Null when it creates a contract. */
  call: DecodedCall | null
  /** Null until the fields from the chain have loaded. */
  unsigned: UnsignedTransaction | null
  network: EvmNetwork
}

const gweiDecimals = 9
const gwei = (wei: bigint): string => sharedT('gwei', { amount: exactAmount(wei, gweiDecimals) })

/** Shows every signed field. */
export function TransactionDetails({ request, call, unsigned, network }: TransactionDetailsProps) {
  return (
    <div>
      {call !== null && call.fn !== null && (
        <Details summary={sharedT('allArguments')}>
          <CallTree call={call} network={network} />
        </Details>
      )}
      <RawData request={request} unsigned={unsigned} network={network} />
    </div>
  )
}

function RawData({ request, unsigned, network }: Omit<TransactionDetailsProps, 'call'>) {
  return (
    <Details summary={sharedT('rawData')}>
      <Stack gap={3}>
        {unsigned !== null && (
          <KeyValueList>
            <KeyValue label={t('raw.chainId')}>{unsigned.chainId}</KeyValue>
            <KeyValue label={sharedT('nonce')}>{unsigned.nonce}</KeyValue>
            <KeyValue label={t('raw.type')}>{unsigned.type}</KeyValue>
            <KeyValue label={t('raw.gasLimit')}>{unsigned.gas.toString()}</KeyValue>
            {unsigned.type === 2 ? (
              <>
                <KeyValue label={sharedT('maxFeePerGas')}>{gwei(unsigned.maxFeePerGas)}</KeyValue>
                <KeyValue label={sharedT('tipPerGas')}>{gwei(unsigned.maxPriorityFeePerGas)}</KeyValue>
              </>
            ) : (
              <KeyValue label={t('raw.gasPrice')}>{gwei(unsigned.gasPrice)}</KeyValue>
            )}
            <KeyValue label={t('raw.value')}>
              {exactAmount(unsigned.value, network.nativeCurrency.decimals)} {network.nativeCurrency.symbol}
            </KeyValue>
            {unsigned.type !== 0 && unsigned.accessList.length > 0 && (
              <KeyValue label={t('raw.accessList')} stacked>
                <RawText label={t('raw.accessList')}>{JSON.stringify(unsigned.accessList)}</RawText>
              </KeyValue>
            )}
          </KeyValueList>
        )}
        <RawText label={t('raw.data')}>{request.data}</RawText>
      </Stack>
    </Details>
  )
}
