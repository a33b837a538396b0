/**
 * A positive control of a promise of docs/security.md: one switch of the product, turned off in a copy, must let the attack
 * of its test through. So the test can fail: spec/decisions/0223-positive-controls.md.
 */
export interface Control {
  /** As the page says it. */
  readonly promise: string
  readonly file: string
  /** What stands there, exactly once. */
  readonly before: string
  readonly after: string
  /** The test that attacks. */
  readonly test: string
  /** How its name begins, or a part of it. */
  readonly name: string
}

/** The test stands beside the file, unless another one is named. */
type Row = readonly [promise: string, file: string, before: string, after: string, name: string, test?: string]

const memory: readonly Row[] = [
  [
    'A full store refuses new animals with 507.',
    'mocks/animals/memory-limit.ts',
    'if (this.#usedBytes + moreBytes > this.#mostBytes)',
    'if (moreBytes < 0)',
    'one animal too many is refused with 507',
  ],
  [
    'Bodies that never end take bounded memory.',
    'mocks/http/request-body.ts',
    'if (together > mostTogether && bytes > few) request.destroy()',
    '',
    'bodies that do not end take a bounded part of the memory',
    'mocks/http/connection.test.ts',
  ],
  [
    'A body in tiny pieces is refused.',
    'mocks/http/request-body.ts',
    'return pieces > mostPieces && bytes < pieces * fewBytes',
    'return pieces < 0 && bytes < 0',
    'refuses a body in more than 10,000 pieces',
  ],
  [
    'A load that finds no room leaves nothing behind.',
    'mocks/animals/memory-limit.ts',
    'if (this.#usedBytes + moreBytes > this.#mostBytes)',
    'if (moreBytes < 0)',
    'the control API adds all or nothing',
  ],
  [
    'A client that does not read its replies takes bounded memory.',
    'mocks/http/connection.ts',
    'this.#unmade >= mostUnmade || this.#unreadBytes > mostUnreadBytes',
    'this.#unmade >= mostUnmade',
    'of long replies that nobody reads, a connection has few',
  ],
  [
    'An announced length takes no memory.',
    'mocks/http/request-body.ts',
    'if (isBodyTooLarge(request, mostBytes)) return { isBodyTooLarge: true }',
    '',
    'keeps nothing of a body whose length is only said',
    'mocks/http/start-server.test.ts',
  ],
  [
    'Numbers that JSON would round are read in bounded time.',
    'spec/json.ts',
    '&& others <= mostOthers &&',
    '&&',
    'reads an exact number among a million others',
  ],
  [
    'JSON of millions of small parts is refused before it is read.',
    'spec/json.ts',
    '&& names.size <= mostNames',
    '',
    'reads the same few names again and again',
  ],
  [
    '`relies-on` keeps a bounded part of what a client sends.',
    'scripts/commands/relies-on/recording.ts',
    'isWhole: bytes <= mostBytes',
    'isWhole: true',
    'a client that sends more than is kept is told so',
    'scripts/commands/relies-on/relies-on.test.ts',
  ],
]

const connections: readonly Row[] = [
  [
    'With TLS, a client that shakes hands again and again, or breaks a record, is cut off.',
    'mocks/http/secure-sockets.ts',
    "secure.on('_tlsError', () => raw.destroy())",
    '',
    'cuts off a client of TLS 1.2 that shakes hands again and again',
    'mocks/http/tls.test.ts',
  ],
  [
    'One connection cannot queue requests without end.',
    'mocks/http/connection.ts',
    'return this.#unanswered.size >= mostUnanswered',
    'return false',
    'begins 100 of the requests',
  ],
  [
    'A mock that may open no more files answers 503, says so in its log, and goes on.',
    'mocks/animals/storage-error.ts',
    "if (code !== 'EMFILE' && code !== 'ENFILE') return error",
    "if (code !== '') return error",
    'a mock that may open no more files says so',
    'scripts/commands/mock/open-files.test.ts',
  ],
  [
    'A delay ends with its connection.',
    'mocks/http/send-reply.ts',
    "response.once('close', () => clearTimeout(timer))",
    '',
    'a delay ends with its connection',
    'mocks/http/connection.test.ts',
  ],
  [
    'The time to read a header, a body or a file grows with its length, and no faster.',
    'mocks/store/named-sandbox.ts',
    '=([^,;]*)/',
    '=\\s*([^,;]*?)\\s*(?:[,;]|$)/',
    'four times the length takes less than eight times as long',
    'scripts/house/linear-time.test.ts',
  ],
  [
    'Large calls of the control API let other calls through.',
    'mocks/http/start-server.ts',
    'await turnOfItsOwn()\n        return',
    'return',
    'calls that take their time to answer let others come between',
  ],
  [
    'Thousands of keys are known at once.',
    'spec/mask.ts',
    '[1_000_000, 16_000_000, 100]',
    '[1_000, 16_000, 100]',
    'a key is known after thousands of other keys, long ones too, and each takes little time',
    'spec/mask.test.ts',
  ],
  [
    'A wrong key changes nothing that is recorded of other calls.',
    'spec/mask.ts',
    'if (nameOfKey.test(name) ? !mayBeKey(key) : isOwnWord(key)) return',
    'if (!nameOfKey.test(name) && isOwnWord(key)) return',
    'in the place of the key of a call has a name, and other texts keep it',
    'spec/mask.test.ts',
  ],
  [
    'A body is read only if its coding is known.',
    'mocks/http/start-server.ts',
    'if (isCodingUnknown(request)) {',
    'if (isCodingUnknown(request) && call.target === "") {',
    'a coding before chunked',
  ],
  [
    'A client that has sent everything still gets its replies.',
    'mocks/http/start-server.ts',
    'Object.assign(server, { httpAllowHalfOpen: true })',
    '',
    'a client that has sent all that it will gets its replies',
    'mocks/http/connection.test.ts',
  ],
  [
    'A mock that hangs does not hang the panel, the Playwright fixture or `mcp`.',
    'mocks/control/client/http-transport.ts',
    'signal: deadline(),',
    '',
    'is given up in time, in words',
    'mocks/control/client/client.test.ts',
  ],
  [
    'No command and no tool of `mcp` reads a file that has no end.',
    'spec/named-file.ts',
    'bytes > mostBytes)',
    'bytes < 0)',
    'a plain file is read up to its size limit',
  ],
  [
    '`mcp` goes on after any line, and ends with its input.',
    'scripts/commands/mcp/bounded-lines.ts',
    'if (bytes <= mostBytes) parts.push(part)',
    'if (mostBytes > 0) parts.push(part)',
    'passes on every line that is not too long',
  ],
  [
    '`mcp` keeps working when an agent sends thousands of calls at once.',
    'scripts/commands/mcp/mcp-command.ts',
    'if (calls >= mostCalls)',
    'if (calls < 0)',
    'a thousand calls at once',
    'scripts/commands/mcp/mcp.test.ts',
  ],
]

const kept: readonly Row[] = [
  [
    'Changes never disappear from an animal file without a message.',
    'fixtures/database-file.ts',
    'if (notice !== undefined) kind.onCut?.(notice)',
    '',
    'a log that was cut or damaged is read as far as it goes',
    'mocks/animal-file/animal-file.test.ts',
  ],
  [
    'The mock notices a missing animal file before the next 201.',
    'fixtures/database-file.ts',
    'if (now?.dev !== before?.dev || now?.ino !== before?.ino) return false',
    '',
    'that was removed or replaced is noticed before the next 201',
    'mocks/animal-file/animal-file.test.ts',
  ],
  [
    'Two processes never use one animal file.',
    'fixtures/database-file.ts',
    "database.exec('PRAGMA locking_mode = EXCLUSIVE')",
    '',
    'two processes never use one file',
    'mocks/animal-file/animal-file.test.ts',
  ],
  [
    'A full disk is reported once a minute.',
    'mocks/store/store.ts',
    'if (Date.now() < silentUntil) return',
    '',
    'says once a minute that the disk is full',
  ],
  [
    'New sandbox names never push out a sandbox that holds animals.',
    'mocks/store/sandboxes.ts',
    'if (sandbox.hasChanges || keys.ownSandboxes.has(sandbox.name)) {',
    'if (keys.ownSandboxes.has(sandbox.name)) {',
    'is not deleted for new names',
  ],
  [
    'Names such as `__proto__` and `constructor` are names like any other.',
    'spec/profile.ts',
    'return Object.hasOwn(known, id)',
    'return id in known',
    'a prototype name is no silence',
  ],
  [
    'A replica answers in time, even if Redis is slow.',
    'mocks/redis/deadline.ts',
    'setTimeout(late, Math.max(0, this.#at - performance.now()))',
    'setTimeout(late, 600_000)',
    'a call is answered, or refused with 503, within its one deadline',
    'mocks/redis/slow.test.ts',
  ],
  [
    'A damaged value in Redis harms only its own sandbox.',
    'mocks/redis/all-sandboxes.ts',
    'if (!(error instanceof DamagedSandboxError)) throw error\n        this',
    'if (error !== undefined) throw error\n        this',
    'is named, and harms no other',
    'mocks/redis/sandbox-list.test.ts',
  ],
]

const commands: readonly Row[] = [
  [
    'A command that is shown runs nothing else when you paste it.',
    'spec/shell.ts',
    '/^[ -~]*$/.test(text) && !/["$`\\\\!]/.test(text)',
    '/^[ -~]*$/.test(text)',
    'runs nothing of a word',
  ],
  [
    'A name in a path of the control API cannot reach another path.',
    'mocks/control/client/http-transport.ts',
    'requireStraight(target)\n    const',
    'const',
    'a path with steps in it is not sent',
    'mocks/control/client/client.test.ts',
  ],
  [
    'A package that was taken over cannot publish, and cannot read the key of the action.',
    '.github/workflows/publish.yml',
    'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
    'actions/upload-artifact@v6',
    'every action is named by a hash',
    'scripts/workflows.test.ts',
  ],
]

const framing = 'scripts/commands/proxy/framing.ts'
const forwarding = 'scripts/commands/proxy/forwarding.ts'
const pieces = 'scripts/commands/proxy/body-pieces.ts'
const smuggling = 'scripts/commands/proxy/smuggling.test.ts'

const proxy: readonly Row[] = [
  [
    "No client can hide a request in another client's connection.",
    framing,
    'if (named !== undefined)',
    "if (named === 'never')",
    'whose Connection names its length is refused',
    smuggling,
  ],
  [
    'A body on GET, HEAD, DELETE, OPTIONS or TRACE arrives with its length.',
    framing,
    "...without(request, new Set(['host'])),",
    "...without(request, new Set(['host', 'content-length'])),",
    'stays a body, or what it is taken for reaches no other client',
    smuggling,
  ],
  [
    'A request that two servers could read differently is not forwarded.',
    framing,
    'return problem === undefined\n    ? undefined',
    'return problem !== ""\n    ? undefined',
    'and what comes after it is not read',
    smuggling,
  ],
  [
    'An answer that two clients could read differently is not forwarded.',
    forwarding,
    'if (problem !== undefined) return this.#refuseAnswer(problem)',
    '',
    'from the deployment is a 502',
    smuggling,
  ],
  [
    'No header is dropped without a message.',
    forwarding,
    'export const allHeaders = 0',
    'export const allHeaders = 2000',
    'more headers than node:http counts go both ways',
    'scripts/commands/proxy/forward.test.ts',
  ],
  [
    'A body after a 204 or 304 never becomes the answer to another request.',
    forwarding,
    'if (isBodyInDoubt(answer)) outgoing.shouldKeepAlive = false',
    '',
    'that announces a body ends its connection',
    smuggling,
  ],
  [
    'An answer that nobody asked for reaches no other client.',
    'scripts/commands/proxy/agents.ts',
    'const known = this.#agentByClient.get(client)',
    'const known = [...this.#agentByClient.values()][0]',
    'each client has a connection of its own',
    smuggling,
  ],
  [
    'The proxy ends within five seconds of SIGTERM.',
    'scripts/commands/proxy/forward.ts',
    'const stopMilliseconds = 3000',
    'const stopMilliseconds = 300_000',
    'it stops while a tunnel waits',
  ],
  [
    'A client that has sent everything gets all its answers, in order.',
    'scripts/commands/proxy/forward.ts',
    '{ httpAllowHalfOpen: true, maxHeadersCount: allHeaders }',
    '{ maxHeadersCount: allHeaders }',
    'a client that has sent all that it will gets its answers',
    smuggling,
  ],
  [
    'A page of another site cannot use your proxy.',
    'scripts/commands/proxy/proxy-guard.ts',
    'return known.has(asking) ? undefined :',
    'return asking !== "" ? undefined :',
    'may not ask, and hears nothing of the deployment',
  ],
  [
    'Millions of pieces cannot keep the proxy from ending.',
    pieces,
    'if (piece === null || !isScattered(++pieces, bytes)) return push(piece)',
    'if (piece === null || ++pieces > 0) return push(piece)',
    'a request in too many small pieces is refused',
    'scripts/commands/proxy/forward.test.ts',
  ],
  [
    'Traffic that waits to be judged takes bounded memory.',
    'scripts/commands/proxy/budget.ts',
    'if (this.usedBytes + bytes > this.mostBytes) return false',
    '',
    'uploads that never end keep no more than the budget',
  ],
  [
    'Bodies in pieces of one byte take bounded memory.',
    pieces,
    'if (!isComing) setImmediate(flow)',
    'if (!isComing) flow()',
    'pieces of one byte that come together go on as one',
    'scripts/commands/proxy/budget.test.ts',
  ],
]

const keys: readonly Row[] = [
  [
    'No output of a command shows the key of the run.',
    'contract-tests/verdict/masked.ts',
    "if (typeof value === 'string') return mask(value, lengths[member] ?? usualLength)",
    "if (typeof value === 'string') return value.slice(0, lengths[member] ?? usualLength)",
    'sends back is in no report',
    'contract-tests/report/report.test.ts',
  ],
  [
    'No recording, panel page or traffic report shows the key of a client.',
    'contract-tests/verdict/masked.ts',
    "if (typeof value === 'string') return mask(value, lengths[member] ?? usualLength)",
    "if (typeof value === 'string') return value.slice(0, lengths[member] ?? usualLength)",
    'no key stands in a result, wherever it was',
    'contract-tests/traffic/traffic.test.ts',
  ],
  [
    'A key is found in each form of the list below, and so is any half of it.',
    'spec/mask.ts',
    'if (value === begins) {',
    'if (value > begins) {',
    'finds a key and each half of it',
  ],
  [
    'No word that code reads is masked.',
    'contract-tests/verdict/masked.ts',
    "if (ours.has(member) && typeof value === 'string') return value",
    '',
    'a key of words of the suite',
    'contract-tests/run/result-of.test.ts',
  ],
  [
    'Only you can read new recordings, reports and profiles.',
    'scripts/commands/files.ts',
    "const fd = openSync(beside, 'w', mode)",
    "const fd = openSync(beside, 'w', 0o666)",
    'reports and profiles are for their owner alone',
  ],
  [
    'No message repeats a key that was typed in the wrong place.',
    'scripts/commands/given-keys.ts',
    "?? '']) hideGivenKey(text)",
    "?? '']) hideGivenKey(text.slice(0, 0))",
    'a message shows no key that was typed in the wrong place',
    'scripts/commands/keys-in-outputs.test.ts',
  ],
]

const failedTest = 'mocks/control/handlers/report.test.ts'

const ends: readonly Row[] = [
  [
    'The page of a failed test has at most 8 MiB of calls and 1 MiB of animals.',
    'mocks/control/report/mock-report.ts',
    'if (bytes > left) continue',
    '',
    'a report is bounded, and says what it leaves out',
    failedTest,
  ],
  [
    'No text of a client runs or loads anything in the page of a failed test.',
    'mocks/control/report/mock-report.ts',
    "return json.replaceAll('<', String.raw`\\u003c`)",
    'return json',
    'no text that a client sent ends its script',
    failedTest,
  ],
  [
    'The page of a failed test shows no key that the mock knows, nor the one that a call was sent with.',
    'mocks/control/handlers/report.ts',
    'name: mask(pet.name)',
    'name: pet.name',
    'no key is in a report',
    failedTest,
  ],
  [
    'Judging an exchange always ends.',
    'contract-tests/traffic/traffic.ts',
    "if (!isWhole) this.#leaveOut('in part, because it took too long')",
    '',
    'judging an exchange ends at a deadline',
    'contract-tests/traffic/bounds.test.ts',
  ],
  [
    'A report is written to the target of a link, and an existing file keeps its mode.',
    'scripts/commands/files.ts',
    'const path = await realpath(out)',
    'const path = out',
    'a link stays, and the file that it leads to is written',
    'scripts/commands/fixtures/fixtures.test.ts',
  ],
  [
    'Every command ends within five seconds of SIGTERM, SIGINT or SIGHUP.',
    'contract-tests/client/send-until-aborted.ts',
    "signal?.addEventListener('abort', giveUp, { once: true })",
    '',
    'contract ends while an answer is awaited',
    'scripts/commands/interrupted.test.ts',
  ],
  [
    'A report has a bounded size.',
    'contract-tests/report/html.ts',
    'findingHtml(each, options, left > 0)',
    'findingHtml(each, options, true)',
    'a page has a size, and says what it leaves out',
    'contract-tests/traffic/bounds.test.ts',
  ],
]

/** Promises of an amount of time or memory that no single switch turns off. What was measured: record 0187. */
export const withoutControl: readonly string[] = [
  'Thousands of connections may close at once.',
  'A full list of sandboxes in Redis makes nobody wait long.',
  'A strange file ends with a message and an exit code from 1 to 3.',
  'The search for keys takes bounded time.',
  'Many API keys are masked as fast as one.',
]

/** Every positive control. */
export const controls: readonly Control[] = [memory, connections, kept, commands, proxy, keys, ends]
  .flat()
  .map(([promise, file, before, after, name, test = file.replace(/\.ts$/, '.test.ts')]) => {
    return { promise, file, before, after, test, name }
  })
