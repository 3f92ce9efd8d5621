import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/sessionProof'
import {
  Address,
  Avatar,
  Button,
  ButtonRow,
  KeyValue,
  KeyValueList,
  Notice,
  Stack,
  Text,
  WalletIcon,
} from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useErrorCopy } from '../../parts/useErrorCopy.ts'
import { Waiting } from '../../parts/Waiting.tsx'
import { servicesAtom } from '../../services.ts'
import { type Account, accountAtom } from '../../state/accounts.ts'
import { networkNameAtom } from '../../state/networks.ts'
import { isProofRequiredAtom, type Proof, proofAtom } from './proofState.ts'
import { cancelAtom, signAtom } from './prove.ts'

/** The site asks the active account for a signature, so that its server can verify the owner. */
export function SIWXSignMessage() {
  const proof = useAtomValue(proofAtom)
  const account = useAtomValue(accountAtom)
  if (account === null || proof.status === 'idle' || proof.status === 'checking')
    return <Waiting words={t('checking')} />
  return <Question proof={proof} account={account} />
}

type QuestionProps = { proof: Exclude<Proof, { status: 'idle' | 'checking' }>; account: Account }

function Question({ proof: { status, target, ...proof }, account: { connector } }: QuestionProps) {
  const { name } = useAtomValue(servicesAtom).settings.metadata
  const nameOf = useAtomValue(networkNameAtom)
  const isRequired = useAtomValue(isProofRequiredAtom)
  const sign = useSetAtom(signAtom)
  const cancel = useSetAtom(cancelAtom)
  const isOwn = connector.type === 'auth'
  const signing = isOwn ? t('signingHere') : t('signing', { wallet: connector.name })
  return (
    <Stack gap={5}>
      <div part="connecting">
        {isOwn ? (
          <Avatar address={target.address} size={64} />
        ) : (
          <WalletIcon
            name={connector.name}
            src={connector.icon}
            size={64}
            busy={status === 'signing' ? signing : undefined}
          />
        )}
        <div part="connecting-words">
          <Text as="h2" size="title" align="center">
            <bdi>{t('title', { site: name })}</bdi>
          </Text>
          <Text tone="secondary" align="center">
            {t(isRequired ? 'textRequired' : 'text')}
          </Text>
        </div>
      </div>
      <KeyValueList>
        <KeyValue label={t('account')}>
          <Address address={target.address} />
        </KeyValue>
        <KeyValue label={t('network')}>{nameOf(target.network)}</KeyValue>
      </KeyValueList>
      <Failure error={'error' in proof ? proof.error : null} />
      <ButtonRow>
        <Button
          variant="secondary"
          onClick={() => void cancel()}
          busy={status === 'leaving' ? t('leaving') : undefined}
        >
          {isRequired ? commonT('cancel') : t('skip')}
        </Button>
        <Button
          onClick={() => void sign()}
          busy={status === 'signing' ? signing : undefined}
          disabled={status === 'leaving'}
          autoFocus
        >
          {t('sign')}
        </Button>
      </ButtonRow>
    </Stack>
  )
}

/** Shows why the last try failed. */
function Failure({ error }: { error: Extract<Proof, { status: 'asking' }>['error'] }) {
  const words = useErrorCopy(error)
  if (error === null) return null
  // A refusal in the wallet is the user's own decision.
  if (error.name === 'USER_REJECTED' || error.name === 'ABORTED') return <Notice title={t('failedRejected')} />
  return (
    <Notice variant="danger" title={t('failed')}>
      {words === null ? t('failedHint') : words.title}
    </Notice>
  )
}
