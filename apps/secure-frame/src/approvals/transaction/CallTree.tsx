import { callRoot, type DecodedCall, type EvmNetwork } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveTransaction'
import { t as functionsT } from '@latchkey/copy/contractFunctions'
import { Address, Details, KeyValue, KeyValueList, RawText, Stack, Text } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import { TypedDataTree } from '../screen/TypedDataTree.tsx'

export type CallTreeProps = { call: DecodedCall; network: EvmNetwork }

/** Shows a call with every argument, and its inner calls, each opened on demand. */
export function CallTree({ call, network }: CallTreeProps) {
  const { fn, calls, isCut, data } = call
  return (
    <Stack gap={3}>
      <code className="wallet-code">{fn === null ? unknownWords(data) : fn.canonical}</code>
      {fn !== null && Object.keys(fn.values).length > 0 && (
        <TypedDataTree types={fn.types} struct={callRoot} value={fn.values} />
      )}
      {calls.map((inner, index) => (
        <Details
          key={index}
          summary={`${index + 1}. ${inner.fn === null ? t('unknownCall') : functionsT(inner.fn.does)}`}
        >
          <Stack gap={3}>
            <KeyValueList>
              <KeyValue label={sharedT('to')} stacked>
                <Address address={inner.to} form="full" />
              </KeyValue>
              {inner.value > 0n && (
                <KeyValue label={t('tree.value')}>
                  {exactAmount(inner.value, network.nativeCurrency.decimals)} {network.nativeCurrency.symbol}
                </KeyValue>
              )}
            </KeyValueList>
            <CallTree call={inner} network={network} />
            {inner.fn === null && inner.data !== '0x' && <RawText label={t('tree.data')}>{inner.data}</RawText>}
          </Stack>
        </Details>
      ))}
      {isCut && (
        <Text size="small" tone="warning">
          {t('tree.cut')}
        </Text>
      )}
    </Stack>
  )
}

const unknownWords = (data: string): string =>
  data === '0x' ? t('noData') : t('unknownFunction', { selector: data.slice(0, 10) })
