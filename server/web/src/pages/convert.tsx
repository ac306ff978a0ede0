import { useRef } from 'preact/hooks';
import { ChainCard } from '../convert/chain-card.tsx';
import { DropZone } from '../convert/drop-zone.tsx';
import { MergeCard } from '../convert/merge-card.tsx';
import { DownloadAll } from '../convert/download-all.tsx';
import { PresetChoice } from '../convert/preset-choice.tsx';
import { TargetPicker } from '../convert/target-picker.tsx';
import { TaskCard } from '../convert/task-card.tsx';
import {
  chooseForAll,
  clearTasks,
  convertAll,
  finishedTasks,
  isDetecting,
  isSomethingLeft,
  readyTasks,
  sharedTargets,
  tasks,
} from '../convert/tasks.ts';
import { t } from '../i18n/index.ts';
import { useLoaded } from '../shell/loaded.tsx';
import { showPage } from '../shell/page.tsx';
import { session } from '../shell/session.tsx';

function ConvertPage() {
  if (!session.value) return <p class="loading">{t('shell.loading')}</p>;
  const { signInRequired, signedIn, trial } = session.value;
  const isVisitor = signInRequired && !signedIn;
  if (!isVisitor) return <Converter />;
  return (
    <>
      {trial ? <Converter /> : <SignInFirst />}
      {tasks.value.length === 0 && <LateWelcome />}
    </>
  );
}

/** Arrives after what somebody came for. */
function LateWelcome() {
  const { value: welcome } = useLoaded(() => import('../welcome/welcome.tsx'));
  return welcome ? <welcome.Welcome /> : null;
}

function SignInFirst() {
  return (
    <>
      <div class="hero">
        <h1>{t('convert.title')}</h1>
        <p class="lead">{t('session.lead')}</p>
        <p class="task-actions">
          <a class="button primary" href="/sign-up?next=%2F">
            {t('session.signUp')}
          </a>
          <a class="button" href="/sign-in?next=%2F">
            {t('session.signIn')}
          </a>
        </p>
      </div>
      <Promises />
    </>
  );
}

/** How many conversions are left before somebody has to sign up. */
function TrialLeft() {
  const { trial } = session.value!;
  if (!trial) return null;
  return (
    <p class="trial">
      {t('trial.left', { count: trial.remaining, limit: trial.limit })}{' '}
      <a href="/sign-up?next=%2F">{t('trial.signUp')}</a>
    </p>
  );
}

function Converter() {
  const all = tasks.value;
  const isEmpty = all.length === 0;
  const list = useRef<HTMLDivElement>(null);
  const isShared = sharedTargets.value.length > 0;
  return (
    <>
      <div class={isEmpty ? 'hero' : 'hero compact'}>
        <h1>{t('convert.title')}</h1>
        {isEmpty && <p class="lead">{t('convert.lead')}</p>}
      </div>
      <div class={isEmpty ? 'hearth' : undefined}>
        <DropZone isSmall={!isEmpty} />
      </div>
      <TrialLeft />
      {isEmpty && <Promises />}
      {!isEmpty && <PresetChoice />}
      {isShared && <ForAll />}
      <div
        class={all.length > 1 ? 'tasks card' : 'tasks'}
        ref={list}
        tabindex={-1}
        role="group"
        aria-label={t('all.files')}
      >
        {all.map((task, index) => (
          <TaskCard
            key={task.id}
            task={task}
            isOpen={!isShared && !isDetecting.value}
            canMoveUp={index > 0}
            isAlone={all.length === 1}
          />
        ))}
      </div>
      <MergeCard count={all.length} />
      <ChainCard count={all.length} />
      {!isEmpty && <Tools onConvert={() => list.current?.focus()} />}
    </>
  );
}

/** One target for all files that wait for a choice. */
function ForAll() {
  const chosen = new Set(readyTasks.value.map(({ target }) => target.value!.id));
  return (
    <section class="card for-all" aria-labelledby="for-all">
      <h2 id="for-all">{t('all.title')}</h2>
      <TargetPicker
        id="all"
        targets={sharedTargets.value}
        chosen={chosen.size === 1 ? [...chosen][0] : undefined}
        onChoose={chooseForAll}
      />
    </section>
  );
}

/** Actions for all files. The start button disappears with its work, so the focus moves to the files. */
function Tools({ onConvert }: { readonly onConvert: () => void }) {
  const ready = readyTasks.value.length;
  const begin = (): void => {
    onConvert();
    convertAll();
  };
  return (
    <div class="toolbar">
      {isSomethingLeft.value && (
        <button type="button" class="button primary" disabled={ready === 0} onClick={begin}>
          {ready === 0 ? t('all.chooseFirst') : t('all.convert', { count: ready })}
        </button>
      )}
      <DownloadAll />
      <p class="hidden" role="status">
        {t('all.done', { count: finishedTasks.value.length, total: tasks.value.length })}
      </p>
      <button type="button" class="button quiet" onClick={clearTasks}>
        {t('all.clear')}
      </button>
    </div>
  );
}

function Promises() {
  return (
    <ul class="promises">
      {(['verified', 'honest', 'private'] as const).map((id) => (
        <li key={id}>
          <h2>{t(`promise.${id}`)}</h2>
          <p>{t(`promise.${id}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}

void showPage({ place: 'convert', title: 'title.convert', isPublic: true, children: <ConvertPage /> });
