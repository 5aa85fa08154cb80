// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The second half of the page's script: sections, and the order in which they stand.

#pragma once

namespace apps::trace_report {

inline constexpr char const* page_sections = R"js(
function tiles(run) {
  const time = run.time;
  const values = [[seconds(run.seconds), run.simulated ? 'virtual time' : 'time of the run', run.seconds],
    [whole(run.workers), 'workers at ' + whole(run.places.length) + (run.places.length === 1 ? ' place' : ' places'),
      run.workers],
    [run.parallelism.average.toFixed(2), 'workers in tasks, average', run.parallelism.average],
    [percent(ratio(time.work, time.total)), 'of the workers’ time in tasks', ratio(time.work, time.total)],
    [percent(ratio(time.overhead, time.total)), 'in the runtime', ratio(time.overhead, time.total)],
    [percent(ratio(time.search + time.sleep + time.wait, time.total)), 'idle',
      ratio(time.search + time.sleep + time.wait, time.total)],
    [whole(run.task_count), 'tasks', run.task_count]];
  return element('div', { class: 'tiles' }, ...values.map(([text, label, value]) =>
    element('div', { class: 'tile' }, element('b', { 'data-value': value }, text), label)));
}
function timeSection(run) {
  const time = run.time;
  const row = (name, value, colour) => [name, numberCell(value, seconds), numberCell(ratio(value, time.total), percent),
    bar(ratio(value, time.total), colour)];
  const rows = [row('in tasks (work)', time.work, 'work'), row('in the runtime (overhead)', time.overhead, 'overhead'),
    row('idle: search', time.search, 'search'), row('idle: sleep', time.sleep, 'sleep')];
  for (const [reason, value] of Object.entries(time.waits)) {
    rows.push(row('idle: wait for ' + (reason || '?'), value, 'wait'));
  }
  return section('Time of the workers', table(['', 'seconds', 'share', ''], rows));
}
function parallelismSection(run) {
  const span = run.span;
  return section('Work and parallelism', paragraph(span.text),
    legend([['work', 'workers in tasks'], ['overhead', 'in tasks or in the runtime'], ['muted', 'workers']]),
    parallelismPlot(run),
    element('div', { class: 'columns' },
      element('div', {}, element('h3', {}, 'Longest stretches of one task'),
        table(['task', 'time', 'from', 'place.worker'], span.longest.slice(0, 8).map(s =>
          [s.name, numberCell(s.seconds, seconds), numberCell(s.begin, seconds), s.place + '.' + s.worker]))),
      ...(span.recorded ? [element('div', {}, element('h3', {}, 'Critical path of the record'),
        table(['task', 'time', 'share'], span.recorded.critical_path.slice(0, 8).map(p =>
          [p.name, numberCell(p.seconds, seconds), numberCell(ratio(p.seconds, span.recorded.span), percent)])))] : []),
      element('div', {}, element('h3', {}, 'Longest serial phases'),
        span.serial_phases.length === 0 ? element('p', { class: 'muted' }, 'none') :
          table(['from', 'to', 'time'], span.serial_phases.slice(0, 8).map(s => [numberCell(s.begin, seconds),
            numberCell(s.end, seconds), numberCell(s.end - s.begin, seconds)])))));
}
function timelineSection(run) {
  const t = run.timeline;
  return section('Timeline', element('p', { class: 'muted' }, 'A row is a ' + t.row + (t.row === 'worker' ?
    ' (place.worker)' : '') + '; a column is ' + seconds(t.bin_seconds) + '.'),
    legend(states.map(s => [s, stateText[s]])), timeline(run));
}
function taskSection(run) {
  const most = Math.max(...run.tasks.map(t => t.seconds), 0);
  return section('Tasks by name',
    table(['task', 'count', 'time', 'share of work', 'mean', 'longest', ''], run.tasks.slice(0, 30).map(t => [t.name,
      numberCell(t.count, whole), numberCell(t.seconds, seconds), numberCell(t.share, percent),
      numberCell(t.mean_seconds, seconds), numberCell(t.longest_seconds, seconds), bar(ratio(t.seconds, most))])),
    limited(run.tasks, 30), element('h3', {}, 'Sizes of tasks'),
    element('p', { class: 'muted' }, 'Neighbouring tasks shorter than ' + seconds(run.threshold_seconds) +
      ' are merged in the trace: each counts with the mean of its slice. A task that others interrupt counts with ' +
      'its first stretch.'),
    ...(run.sizes_text ? [paragraph(run.sizes_text)] : []),
    element('div', { class: 'columns' },
      element('div', {}, legend([['work', 'tasks with a slice of their own'], ['search', 'merged tasks']]),
        sizesPlot(run, [['single', 'work'], ['merged', 'search']], whole)),
      element('div', {}, legend([['wait', 'time of these tasks']]), sizesPlot(run, [['seconds', 'wait']], seconds))));
}
function suspensionSection(run) {
  if (run.suspensions.length === 0) return null;
  return section('Waits of suspended tasks: scopes, futures, locks', element('p', { class: 'muted' }, 'Tasks that ' +
    'gave up their worker for at least ' + seconds(run.threshold_seconds) + ', by what they waited for. Their ' +
    'worker runs other tasks meanwhile, if there are any. The reason ', element('code', {}, 'finish'),
    ' is a scope: so long the task waited for its end. A scope whose task was not suspended has cost no waiting.'),
    table(['reason', 'task', 'count', 'time', 'longest'], run.suspensions.slice(0, 30).map(s => [s.reason, s.task,
      numberCell(s.count, whole), numberCell(s.seconds, seconds), numberCell(s.longest_seconds, seconds)])),
    limited(run.suspensions, 30));
}
function flowSection(run) {
  const places = Math.max(...run.places.map(p => p.place), 0) + 1;
  const workers = Math.max(0, ...run.worker_steals.map(f => Math.max(f.from, f.to))) + 1;
  const parts = [
    matrix('Tasks stolen between places', run.place_flows, f => f.tasks, v => whole(v) + ' tasks', places),
    matrix('Bytes between places', run.place_flows, f => f.bytes, bytes, places),
    matrix('Tasks stolen between workers' + (places > 1 ? ' of one place, all places together' : ''),
      run.worker_steals, f => f.tasks, v => whole(v) + ' tasks', workers)].filter(part => part !== null);
  if (parts.length === 0) return null;
  const inexact = run.place_flows.some(f => !f.exact);
  return section('Steals and messages', inexact ? element('p', { class: 'muted' },
    'Some places have no counts at their end: of these only messages of at least 4,096 bytes are known.') : null,
    element('div', { class: 'columns' }, ...parts));
}
function placeSection(run) {
  const clocks = run.clocks > 1;
  const columns = ['place', 'host', 'workers', 'work', 'overhead', 'idle', 'tasks', 'requests', 'refused', 'memory'];
  if (clocks) columns.push('clock', 'error');
  const part = (p, value) => numberCell(ratio(value, p.time.total), percent);
  return section('Places', table(columns, run.places.slice(0, 64).map(p => [String(p.place) +
    (p.ended ? '' : ' (no end)'), p.host, numberCell(p.workers, whole), part(p, p.time.work),
    part(p, p.time.overhead), part(p, p.time.search + p.time.sleep + p.time.wait), numberCell(p.tasks, whole),
    numberCell(p.requests, whole), numberCell(p.refused, whole), numberCell(p.peak_memory, bytes)].concat(clocks ?
    [numberCell(p.clock_shift_seconds, seconds), p.clock_error_seconds === null ? 'not known' :
      '± ' + seconds(p.clock_error_seconds)] : []))), limited(run.places, 64));
}
function memorySection(run) {
  const drawing = memoryPlot(run);
  return drawing === null ? null : section('Memory', element('p', { class: 'muted' },
    'Resident bytes of each place’s process.'), drawing);
}
function userSection(run) {
  if (run.user.length === 0) return null;
  const value = u => u.kind === 'span' ? seconds(u.seconds) : u.kind === 'counter' ?
    digits(u.least) + ' to ' + digits(u.greatest) : '';
  return section('The program’s own marks, spans and counters', table(['name', 'kind', 'count', 'value'],
    run.user.slice(0, 60).map(u => [u.name, u.kind, numberCell(u.count, whole), value(u)])), limited(run.user, 60));
}
function fileSection(run) {
  return section('The trace', element('p', {}, run.files.join(', ') + ': ' + bytes(run.bytes) + ', ' +
    whole(run.events) + ' events, ' + whole(run.lost_events) + ' lost. Skua ' + run.version +
    (run.policy ? ', policy ' + run.policy : '') + '.'));
}
function changeValue(c, value) {
  const text = c.unit === 's' ? seconds : c.unit === 'bytes' ? bytes : c.unit === 'workers' ? v => v.toFixed(2) : whole;
  return numberCell(value, text);
}
function changeTable(first, changes) {
  const several = report.comparison.before_runs > 1 || report.comparison.after_runs > 1;
  const columns = [first, 'before', 'after', 'after / before'];
  if (several) columns.push('95 % interval', 'range before', 'range after');
  return table(columns, changes.map(c => ({ differs: c.differs, cells: [c.label, changeValue(c, c.before),
    changeValue(c, c.after), c.ratio === null ? '–' : numberCell(c.ratio, v => v.toFixed(2))].concat(several ? [
      c.ratio_interval === null ? '–' : c.ratio_interval.map(v => v.toFixed(2)).join(' to '),
      c.before_range.map(v => changeValue(c, v).text).join(' to '),
      c.after_range.map(v => changeValue(c, v).text).join(' to ')] : []) })));
}
function comparisonSection(c) {
  return section('What changed, in numbers', element('p', { class: 'muted' }, 'Bold rows differ: their interval does ' +
    'not contain 1, or, with fewer than three runs on a side, the difference is above 5 %.'),
    changeTable('', c.numbers), element('h3', {}, 'Worker time by task'), changeTable('task', c.tasks.slice(0, 30)),
    limited(c.tasks, 30), element('h3', {}, 'Mean time of a task'), changeTable('task', c.task_means.slice(0, 30)));
}

const content = document.getElementById('content');
if (report.comparison !== null) content.append(comparisonSection(report.comparison));
for (const run of report.runs) {
  if (run.timeline === null) continue;
  if (report.comparison !== null) {
    content.append(element('h2', {}, (run.side === 'before' ? 'Before: ' : 'After: ') + run.files[0]));
  }
  for (const part of [tiles, timeSection, parallelismSection, timelineSection, taskSection, suspensionSection,
    flowSection, memorySection, placeSection, userSection, fileSection]) {
    const node = part(run);
    if (node !== null) content.append(node);
  }
}
document.body.append(tip);
function drawAll() { for (const draw of plots) draw(); }
drawAll();
let timer = 0;
window.addEventListener('resize', () => { clearTimeout(timer); timer = setTimeout(drawAll, 100); });
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
)js";

}  // namespace apps::trace_report
