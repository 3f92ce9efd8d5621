import { createHash } from 'node:crypto'
import { escapeHtml } from '@latchkey/service-kit/mail/escapeHtml'
import { describeSchema } from './describeSchema.ts'
import { docsStyles } from './docsStyles.ts'
import type { OpenApiDocument, Operation, Parameter } from './openApiDocument.ts'

export type DocsPage = { html: string; contentSecurityPolicy: string }

/** Filters the rows by every typed word, and shows their number. Without the script the page shows all. */
const script = `
const input = document.querySelector('input')
const count = document.querySelector('output')
const rows = [...document.querySelectorAll('details')]
const find = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const row of rows) {
    row.hidden = !words.every((word) => row.dataset.words.includes(word))
    if (!row.hidden) shown++
  }
  for (const group of document.querySelectorAll('section')) group.hidden = !group.querySelector('details:not([hidden])')
  count.textContent = words.length === 0 ? '' : shown + ' of ' + rows.length
}
const open = () => {
  const row = document.getElementById(location.hash.slice(1))
  if (row instanceof HTMLDetailsElement) row.open = true
}
input.addEventListener('input', find)
addEventListener('hashchange', open)
find()
open()
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the documentation as one HTML page that loads nothing else and sends nothing. */
export function docsPage(document: OpenApiDocument): DocsPage {
  const groups = document.tags.map(({ name }) => groupOf(name, document)).join('\n')
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)}</title>
<style>${docsStyles}</style>
</head>
<body>
<header>
<h1>${escapeHtml(document.info.title)} <small>${escapeHtml(document.info.version)}</small></h1>
<p>${escapeHtml(document.info.description)} <a href="/v1/openapi.json">OpenAPI&nbsp;3.1</a></p>
<search><input type="search" aria-label="Find a call" placeholder="Find a call" autocomplete="off" spellcheck="false"><output aria-live="polite"></output></search>
</header>
<main>
${groups}
</main>
<script>${script}</script>
</body>
</html>
`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(docsStyles)}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

function groupOf(tag: string, { paths }: OpenApiDocument): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === tag)
      .map(([method, operation]) => rowOf(method.toUpperCase(), path, operation)),
  )
  return `<section><h2>${escapeHtml(tag)}</h2>\n${rows.join('\n')}\n</section>`
}

function rowOf(method: string, path: string, operation: Operation): string {
  const { operationId, summary, parameters = [], requestBody, responses, security } = operation
  const words = `${operationId} ${method} ${path} ${summary}`.toLowerCase()
  const parts = [
    security === undefined ? '' : `<p class="who">${credentialOf(security)}</p>`,
    parameters.length === 0 ? '' : `<h3>Query and path</h3>${parameterList(parameters)}`,
    requestBody === undefined ? '' : `<h3>Body</h3>${shapes(requestBody.content)}`,
    ...Object.entries(responses).map(
      ([status, { description, content = {} }]) =>
        `<h3><b>${status}</b></h3>${status === '200' ? shapes(content) : failures(description)}`,
    ),
  ]
  // Allows a line break after a slash: paths are longer than a phone is wide.
  const address = escapeHtml(path).replaceAll('/', '/<wbr>')
  return `<details id="${operationId}" data-words="${escapeHtml(words)}">
<summary><span class="${method}">${method}</span> <code>${address}</code><span class="what">${escapeHtml(summary)}</span></summary>
<div>${parts.join('\n')}</div>
</details>`
}

const credentialOf = (security: NonNullable<Operation['security']>): string =>
  security.some((each) => 'accessToken' in each)
    ? 'For the wallet alone, with a device proof and an access token.'
    : 'For the wallet alone, with a device proof.'

const parameterList = (parameters: readonly Parameter[]): string =>
  `<dl>${parameters
    .map(
      ({ name, required, schema }) =>
        `<dt><code>${escapeHtml(name)}</code></dt><dd><code>${escapeHtml(describeSchema(schema))}</code>${
          required ? '' : ' optional'
        }</dd>`,
    )
    .join('')}</dl>`

const shapes = (content: NonNullable<Operation['responses'][string]['content']>): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      type === 'image/*' ? '<p>An image.</p>' : `<pre><code>${escapeHtml(describeSchema(schema))}</code></pre>`,
    )
    .join('')

const failures = (description: string): string =>
  `<ul>${description
    .split('\n')
    .map((line) => {
      const [name = '', ...words] = line.split(': ')
      return `<li><code>${escapeHtml(name)}</code> ${escapeHtml(words.join(': '))}</li>`
    })
    .join('')}</ul>`
