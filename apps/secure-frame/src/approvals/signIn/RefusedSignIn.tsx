import { t } from '@latchkey/copy/approvals'
import { t as commonT } from '@latchkey/copy/common'
import { AppError } from '@latchkey/protocol'
import { KeyValue, KeyValueList } from '@latchkey/ui'
import type { ReactNode } from 'react'
import type { Decision, RequestContext } from '../Approval.ts'
import { ApprovalScreen } from '../screen/ApprovalScreen.tsx'
import { Caution } from '../screen/Caution.tsx'
import { visibleText } from '../screen/visibleText.ts'

type RefusedSignInProps = {
  requestContext: RequestContext
  decision: Pick<Decision<never>, 'fail'>
  /** The part of the request that is wrong, for the page. */
  field: string
  title: string
  text: string
  /** What the request names in place of the site or the account, with its label. */
  named: { label: string; value: string }
  children: ReactNode
}

/** A sign-in that isn't this site's or this account's: shown, and not signed. */
export function RefusedSignIn(props: RefusedSignInProps) {
  const { requestContext, decision, field, title, text, named, children } = props
  return (
    <ApprovalScreen
      requestContext={requestContext}
      tone="danger"
      intent={title}
      decline={{
        label: commonT('close'),
        onDecline: () => decision.fail(new AppError('INVALID_PARAMS', { details: { field } })),
      }}
    >
      <Caution variant="danger" title={t('cannotBeSigned')}>
        {text}
      </Caution>
      <KeyValueList>
        <KeyValue label={t('askedBy')}>
          <bdi dir="ltr">{new URL(requestContext.caller.origin).host}</bdi>
        </KeyValue>
        <KeyValue label={named.label}>
          <bdi dir="ltr">{visibleText(named.value)}</bdi>
        </KeyValue>
      </KeyValueList>
      {children}
    </ApprovalScreen>
  )
}
