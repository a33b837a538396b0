import { type Command, Option } from 'commander'
import { planNames } from '../../spec/names.ts'
import type { PlanName } from '../../spec/index.ts'
import { collect, numberOption } from './option.ts'
import type { KeyFlags } from './read-key.ts'
import { UsageError } from './usage-error.ts'

/** The parsed flags that every command for deployments has. */
export interface DeploymentFlags extends KeyFlags {
  readonly url?: string
  readonly writeTo?: string | undefined
  readonly plan?: PlanName
  readonly timeout: number
  readonly ca?: string
  readonly proxy?: string
}

/** Adds the options that say which deployment is called, and with which key. */
export function addAddressOptions(command: Command): Command {
  return command
    .option('--url <address>', 'the base address, such as https://staging.example/v1')
    .option('--key-env <name>', 'the environment variable that holds the API key')
    .option('--key-file <file>', 'the file that holds the API key; - reads it from standard input')
    .option('--key <key>', 'the API key itself; other users of this machine may see it')
}

/** Adds the options that say how a deployment is reached. */
export function addReachOptions(command: Command): Command {
  return command
    .addOption(numberOption('--timeout <seconds>', 'for a whole exchange', 600).default(10))
    .option('--ca <file>', 'certificate authorities to trust (PEM)')
    .option('--proxy <address>', 'the proxy to go through')
}

/** The parsed flags of commands that judge traffic. */
export interface JudgeFlags {
  readonly url?: string
  readonly anyPath?: true
  readonly plan?: PlanName
  readonly strict?: true
}

/** Adds the options that say how traffic is judged. */
export function addJudgeOptions(command: Command): Command {
  return command
    .option('--any-path', 'take an address that does not end in /v1')
    .addOption(new Option('--plan <plan>', 'the plan of the keys, to hold its limits against').choices(planNames))
    .option('--strict', 'count warnings, which a careful reader could defend, as broken')
}

/** Adds the options that say what is written of a result, and what it is compared with. */
export function addReportOptions(command: Command): Command {
  return command
    .option('--report <kind=file>', 'write a report: json, junit, markdown or html (repeatable)', collect)
    .option('--baseline <file>', 'the JSON report of an earlier run: say what is new, as before and mended')
    .option('--only-new', 'end with 1 only for what the baseline does not have')
    .option('--quiet', 'print the report alone')
    .option('--json', 'print the JSON report in place of the text')
}

/** The day that --date names, in milliseconds since 1970. @throws {UsageError} when it is no date */
export function dateIn({ date }: { readonly date?: string }): number | undefined {
  const milliseconds = date === undefined ? undefined : Date.parse(date)
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw new UsageError(`Cannot use the date "${date}": expected one such as 2031-01-01 or 2031-01-01T12:00:00Z.`)
}

/** Those flags as they can be typed again, without the key and without the password of a proxy. */
export function typedDeployment({ keyFile, keyEnv, writeTo, plan, ca, proxy }: DeploymentFlags) {
  return {
    '--key-file': keyFile,
    '--key-env': keyFile === undefined ? (keyEnv ?? 'API_KEY') : undefined,
    '--write-to': writeTo,
    '--plan': plan,
    '--ca': ca,
    '--proxy': proxy?.includes('@') === true ? 'PROXY' : proxy,
  }
}
