import type { Deployment } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped, warning } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

const whySpam = 'Mail services put codes and links into the spam folder, or reject them.'

/** Returns the domain in `Name <address>`, an address or a domain. */
const domainOf = (mailFrom: string): string => mailFrom.replace(/^.*[<\s]|>.*$/g, '').replace(/^.*@/, '')

const recordsOf = async (records: Promise<string[]>, start: RegExp): Promise<string[]> =>
  (await records.catch(() => [])).filter((text) => start.test(text))

const checkSpf = async ({ resolver }: Deployment, domain: string): Promise<Finding> => {
  const subject = `SPF of ${domain}`
  const found = await recordsOf(resolver.texts(domain), /^v=spf1(?: |$)/i)
  const [record] = found
  if (record === undefined || found.length > 1)
    return fault(subject, {
      seen: record === undefined ? 'no record' : `${found.length} records, which counts as none`,
      why: whySpam,
      fix: `Publish exactly one TXT record at ${domain}: "v=spf1 include:<what your mail service names> -all".`,
    })
  if (/[+ ]all\b/i.test(record) && !/[-~?]all\b/i.test(record))
    return fault(subject, {
      seen: record,
      why: 'Everyone may send mail in your name, and does.',
      fix: `Let the TXT record at ${domain} end with -all or ~all.`,
    })
  return ok(subject, record)
}

const checkDmarc = async ({ resolver }: Deployment, domain: string): Promise<Finding> => {
  const subject = `DMARC of ${domain}`
  // Without a record for the domain, that of the organization counts, whose name is assumed to be the last two labels.
  const names = [...new Set([domain, domain.split('.').slice(-2).join('.')])]
  const found = await Promise.all(names.map((name) => recordsOf(resolver.texts(`_dmarc.${name}`), /^v=DMARC1\b/i)))
  const [record] = found.flat()
  const fix = `Publish a TXT record at _dmarc.${domain}: "v=DMARC1; p=quarantine; rua=mailto:<address>".`
  if (record === undefined) return fault(subject, { seen: 'no record', why: whySpam, fix })
  if (/\bp=none\b/i.test(record))
    return warning(subject, { seen: record, why: 'Mails in your name that are not yours are delivered.', fix })
  return ok(subject, record)
}

const checkMailHosts = async ({ resolver }: Deployment, domain: string): Promise<Finding> => {
  const subject = `MX of ${domain}`
  const hosts = await resolver.mailHosts(domain).catch(() => [])
  if (hosts.length > 0) return ok(subject, hosts.join(', '))
  return warning(subject, {
    seen: 'no record',
    why: 'Bounced mail goes unnoticed, and some mail services reject senders that take no mail.',
    fix: `Publish an MX record at ${domain}, or send from a domain that has one (MAIL_FROM in infra/.env).`,
  })
}

/** Checks SPF, DMARC and MX of the sender's domain. Skipped without `--mail-from`. */
export const checkMail: Check = {
  area: 'Mail',
  run: async (deployment) => {
    if (deployment.mailFrom === undefined)
      return [skipped('sender of the mails', 'pass --mail-from <address in MAIL_FROM>')]
    const domain = domainOf(deployment.mailFrom)
    return [
      ...(await Promise.all([checkSpf, checkDmarc, checkMailHosts].map((check) => check(deployment, domain)))),
      skipped(
        `DKIM of ${domain}`,
        'the name of its record depends on the mail service, which can tell whether it is right',
      ),
    ]
  },
}
