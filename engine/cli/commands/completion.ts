import { formatOf, OPTIONS, type Engine, type OptionId } from '../../index.ts';
import { COMMANDS, flagsOf, type CommandName, type CompletionArguments } from '../arguments.ts';
import { flagOf } from '../option-flags.ts';
import { EXIT, printLine, type ExitCode, type Terminal } from '../terminal.ts';

/** What a shell has to know. */
interface Words {
  readonly commands: readonly CommandName[];
  /** By command, without the dashes. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** What may follow a flag, by its name without the dashes; anything else is a file. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Flags that are followed by a folder. */
  readonly folders: readonly string[];
}

/** Prints a script that lets a shell complete the command line. */
export async function runCompletion(
  engine: Pick<Engine, 'formats'>,
  { shell }: CompletionArguments,
  { stdout }: Terminal,
): Promise<ExitCode> {
  const words = wordsOf(engine);
  const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  printLine(stdout, write(words).trim());
  return EXIT.ok;
}

function wordsOf(engine: Pick<Engine, 'formats'>): Words {
  const formats = engine.formats();
  const choices = (Object.keys(OPTIONS) as OptionId[]).flatMap((id) => {
    const declaration = OPTIONS[id];
    return declaration.type === 'choice' ? [[flagOf(id), declaration.choices] as const] : [];
  });
  const named = (list: typeof formats): string[] => list.map(({ id }) => formatOf(id).id);
  return {
    commands: COMMANDS,
    flags: Object.fromEntries(COMMANDS.map((command) => [command, flagsOf(command)])),
    values: {
      ...Object.fromEntries(choices),
      to: named(formats.filter(({ write }) => write)),
      from: named(formats.filter(({ read }) => read)),
      verify: ['quick', 'full'],
      'on-difference': ['refuse', 'tell'],
    },
    folders: ['out-dir'],
  };
}

const dashed = (names: readonly string[]): string => names.map((name) => `--${name}`).join(' ');

/** https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html */
function bashScript({ commands, flags, values, folders }: Words): string {
  const answer = (words: string): string => `COMPREPLY=($(compgen -W "${words}" -- "$current"))`;
  return `
# athanor completion bash > ~/.local/share/bash-completion/completions/athanor
_athanor() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    ${answer(commands.join(' '))}
    return
  fi
  case $previous in
${Object.entries(values)
  .map(([flag, words]) => `    --${flag}) ${answer(words.join(' '))}; return ;;`)
  .join('\n')}
    ${folders.map((flag) => `--${flag}`).join('|')}) COMPREPLY=($(compgen -d -- "$current")); return ;;
  esac
  [[ $current == -* ]] || return
  case \${COMP_WORDS[1]} in
${Object.entries(flags)
  .map(([command, names]) => `    ${command}) ${answer(dashed(names))} ;;`)
  .join('\n')}
  esac
}
complete -o default -F _athanor athanor`;
}

/** https://zsh.sourceforge.io/Doc/Release/Completion-System.html */
function zshScript({ commands, flags, values, folders }: Words): string {
  return `
#compdef athanor
# athanor completion zsh > "\${fpath[1]}/_athanor"
_athanor() {
  local current=\${words[CURRENT]} previous=\${words[CURRENT-1]}
  if (( CURRENT == 2 )); then
    compadd -- ${commands.join(' ')}
    return
  fi
  case $previous in
${Object.entries(values)
  .map(([flag, words]) => `    --${flag}) compadd -- ${words.join(' ')}; return ;;`)
  .join('\n')}
    ${folders.map((flag) => `--${flag}`).join('|')}) _files -/; return ;;
  esac
  if [[ $current == -* ]]; then
    case \${words[2]} in
${Object.entries(flags)
  .map(([command, names]) => `      ${command}) compadd -- ${dashed(names)} ;;`)
  .join('\n')}
    esac
    return
  fi
  _files
}
if [[ $funcstack[1] == _athanor ]]; then _athanor "$@"; else compdef _athanor athanor; fi`;
}

/** https://fishshell.com/docs/current/completions.html */
function fishScript({ commands, flags, values, folders }: Words): string {
  const lines = [`complete -c athanor -n __fish_use_subcommand -f -a '${commands.join(' ')}'`];
  for (const [command, names] of Object.entries(flags))
    for (const name of names) {
      const words = values[name];
      const value = words
        ? ` -x -a '${words.join(' ')}'`
        : folders.includes(name)
          ? " -x -a '(__fish_complete_directories)'"
          : '';
      lines.push(`complete -c athanor -n '__fish_seen_subcommand_from ${command}' -l ${name}${value}`);
    }
  return `
# athanor completion fish > ~/.config/fish/completions/athanor.fish
${lines.join('\n')}`;
}
