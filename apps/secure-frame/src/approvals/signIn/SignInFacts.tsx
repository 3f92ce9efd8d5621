import { t } from '@latchkey/copy/oneClick'
import { AppError } from '@latchkey/protocol'
import { Card, Details, KeyValue, KeyValueList, RawText } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'
import { displayHost } from '../../boundary/displayHost.ts'
import { fact } from '../screen/createReading.ts'
import { isOwnAddress, readSignInText, type SignInMessage, textFor } from './readSignInMessage.ts'

export type SignInFactsProps = {
  /** The pinned origin of the page. */
  origin: string
  message: SignInMessage
}

/** Shows a sign-in message: all fields that a page has chosen, and the text on demand. */
export function SignInFacts({ origin, message }: SignInFactsProps) {
  const { hostname, port } = new URL(origin)
  const host = displayHost(hostname)
  const { statement, uri, requestId, resources } = message
  return (
    <Card>
      <p {...fact}>{t('title', { site: port === '' ? host : `${host}:${port}` })}</p>
      <KeyValueList>
        {statement !== null && <Fact label={t('statement')}>{statement}</Fact>}
        {!isOwnAddress(message, origin) && <Fact label={t('uri')}>{uri}</Fact>}
        {resources.map((resource) => (
          <Fact key={resource} label={t('resource')}>
            {resource}
          </Fact>
        ))}
        {requestId !== null && <Fact label={t('requestId')}>{requestId}</Fact>}
      </KeyValueList>
      <Details summary={t('message')}>
        <RawText label={t('message')} kind="message">
          {textFor(message, t('yourAddress'))}
        </RawText>
      </Details>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <KeyValue label={label} stacked>
      <bdi {...fact}>{children}</bdi>
    </KeyValue>
  )
}

/** The same for a text. Throws INVALID_PARAMS for one that needs an approval. */
export const drawSignIn = (text: string, origin: string): ReactElement => {
  const message = readSignInText(text)
  if (message === null) throw new AppError('INVALID_PARAMS')
  return <SignInFacts origin={origin} message={message} />
}
