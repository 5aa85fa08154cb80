// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The first half of the page's script: elements, tables, plots, the timeline. All texts of the
// trace become text nodes, so that none of them can be markup.

#pragma once

namespace apps::trace_report {

inline constexpr char const* page_plots = R"js(
'use strict';
const report = JSON.parse(document.getElementById('report').textContent);
const states = ['work', 'overhead', 'search', 'sleep', 'wait'];
const stateText = { work: 'in a task', overhead: 'in the runtime', search: 'idle: search', sleep: 'idle: sleep',
  wait: 'idle: wait' };

function add(node, children) {
  for (const child of children) {
    if (child === null || child === undefined) continue;
    node.append(typeof child === 'object' ? child : String(child));
  }
  return node;
}
function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  return add(node, children);
}
function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  return add(node, children);
}
function digits(value) { return String(Number(value.toPrecision(3))); }
function seconds(value) {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0 s';
  if (size >= 999.5) return Math.round(value) + ' s';
  if (size >= .9995) return digits(value) + ' s';
  if (size >= .9995e-3) return digits(value * 1e3) + ' ms';
  if (size >= .9995e-6) return digits(value * 1e6) + ' µs';
  return digits(value * 1e9) + ' ns';
}
function whole(value) { return Math.round(value).toLocaleString('en-US'); }
function bytes(value) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < 4) { value /= 1024; ++unit; }
  return (unit === 0 ? String(Math.round(value)) : value.toFixed(1)) + ' ' + units[unit];
}
function percent(value) { return (100 * value).toFixed(1) + ' %'; }
function ratio(part, total) { return total > 0 ? part / total : 0; }

function shortName(text) {
  const short = text.replaceAll('(anonymous namespace)::', '');
  return short.length > 44 ? short.slice(0, 43) + '…' : short;
}
// A cell is text, or {text, value} with the number of the JSON.
function numberCell(value, text) { return { value: value, text: text(value) }; }
// Lines of a name end behind its separators, as long as the parts between them fit.
function breakable(text) {
  return text.split(/(?<=::|[_.,/(])/).flatMap((part, i) => i === 0 ? [part] : [element('wbr', {}), part]);
}
function table(columns, rows, className) {
  const head = element('tr', {});
  columns.forEach((c, i) => head.append(element('th', i === 0 ? { class: 'name' } : {}, ...breakable(c))));
  const body = rows.map(row => {
    const line = element('tr', row.differs ? { class: 'differs' } : {});
    (row.cells || row).forEach((cell, i) => {
      if (cell instanceof Node) { line.append(element('td', { class: 'bar' }, cell)); return; }
      const data = cell !== null && typeof cell === 'object';
      const attributes = i === 0 ? { class: 'name' } : {};
      if (data) attributes['data-value'] = cell.value;
      const text = String(data ? cell.text : cell);
      const short = shortName(text);
      if (short !== text) attributes.title = text;
      line.append(element('td', attributes, ...(i === 0 ? breakable(short) : [short])));
    });
    return line;
  });
  return element('div', { class: 'wide' }, element('table', className ? { class: className } : {},
    element('thead', {}, head), element('tbody', {}, ...body)));
}
// Names in backquotes become code.
function paragraph(text) {
  return element('p', {}, ...text.split('`').map((part, i) => i % 2 === 1 ? element('code', {}, part) : part));
}
function bar(share, colour) {
  return element('span', { style: 'width:' + Math.min(100, 100 * share).toFixed(2) + '%;background:var(--' +
    (colour || 'work') + ')' });
}
function section(title, ...children) { return element('section', {}, element('h2', {}, title), ...children); }
function legend(names) {
  return element('ul', { class: 'legend' }, ...names.map(([colour, text]) =>
    element('li', {}, element('span', { style: 'background:var(--' + colour + ')' }), text)));
}
function limited(rows, most) {
  return rows.length <= most ? null :
    element('p', { class: 'muted' }, whole(rows.length - most) + ' more are in the JSON.');
}

// Plots. A plot has the width of the column; its text does not shrink with it.
const plots = [];
function plot(height, draw) {
  const box = element('div', {});
  plots.push(() => {
    const width = Math.max(240, box.clientWidth || 240);
    const node = svg('svg', { viewBox: '0 0 ' + width + ' ' + height, height: height, role: 'img' });
    draw(node, width, height);
    box.replaceChildren(node);
  });
  return box;
}
// Moments of an axis: multiples of 1, 2 or 5 times a power of ten, about `most` of them.
function ticks(length, most) {
  if (!(length > 0)) return [0];
  const power = 10 ** Math.floor(Math.log10(length / most));
  const step = power * [1, 2, 5, 10].find(factor => length / (factor * power) <= most);
  return Array.from({ length: Math.floor(length / step + 1e-9) + 1 }, (unused, i) => i * step);
}
// Horizontal lines with round numbers; those of bytes are multiples of a power of 1024.
function rules(node, frame, most, valueText) {
  const unit = valueText === bytes ? 1024 ** Math.max(0, Math.floor(Math.log2(most) / 10)) : 1;
  for (const value of ticks(most / unit, 5).map(number => number * unit)) {
    const y = frame.bottom - (frame.bottom - frame.top) * ratio(value, most);
    node.append(svg('line', { x1: frame.left, x2: frame.right, y1: y, y2: y, stroke: 'var(--line)' }),
      svg('text', { x: frame.left - 6, y: y + 4, 'text-anchor': 'end' }, valueText(value)));
  }
}
function axes(node, frame, most, valueText, length) {
  rules(node, frame, most, valueText);
  const width = frame.right - frame.left;
  for (const time of ticks(length, width > 500 ? 8 : 4)) {
    const x = width * ratio(time, length);
    node.append(svg('text', { x: frame.left + x, y: frame.bottom + 16,
      'text-anchor': x < 20 ? 'start' : x > width - 20 ? 'end' : 'middle' }, seconds(time)));
  }
}
function stepPath(values, frame, most) {
  const y = v => (frame.bottom - (frame.bottom - frame.top) * Math.min(1, ratio(v, most))).toFixed(1);
  const x = i => (frame.left + (frame.right - frame.left) * i / values.length).toFixed(1);
  return values.map((v, i) => (i === 0 ? 'M' : 'L') + x(i) + ' ' + y(v) + 'L' + x(i + 1) + ' ' + y(v)).join('');
}
function parallelismPlot(run) {
  const p = run.parallelism;
  return plot(220, (node, width, height) => {
    const frame = { left: 46, right: width - 8, top: 8, bottom: height - 24 };
    const most = Math.max(1, ...p.workers, ...p.active);
    axes(node, frame, most, v => String(Math.round(v * 10) / 10), run.seconds);
    const area = stepPath(p.in_tasks, frame, most);
    node.append(svg('path', { d: area + 'L' + frame.right + ' ' + frame.bottom + 'L' + frame.left + ' ' +
      frame.bottom + 'Z', fill: 'var(--work)', 'fill-opacity': .35 }));
    for (const [values, colour, dash] of [[p.workers, 'muted', '4 3'], [p.active, 'overhead', ''],
      [p.in_tasks, 'work', '']]) {
      node.append(svg('path', { d: stepPath(values, frame, most), fill: 'none', stroke: 'var(--' + colour + ')',
        'stroke-width': 1.5, 'stroke-dasharray': dash }));
    }
  });
}
function memoryPlot(run) {
  const places = run.places.filter(p => p.memory.length > 0);
  if (places.length === 0) return null;
  const colours = ['work', 'overhead', 'wait', 'search'];
  return plot(200, (node, width, height) => {
    const frame = { left: 70, right: width - 8, top: 8, bottom: height - 24 };
    const most = Math.max(1, ...places.map(p => p.peak_memory));
    axes(node, frame, most, bytes, run.seconds);
    places.slice(0, 64).forEach((p, i) => {
      const points = p.memory.map(([time, value]) =>
        (frame.left + (frame.right - frame.left) * Math.min(1, Math.max(0, ratio(time, run.seconds)))).toFixed(1) +
        ',' + (frame.bottom - (frame.bottom - frame.top) * ratio(value, most)).toFixed(1)).join(' ');
      node.append(svg('polyline', { points: points, fill: 'none', 'stroke-width': 1.5,
        stroke: 'var(--' + colours[i % colours.length] + ')' },
        svg('title', {}, 'place ' + p.place + ': at most ' + bytes(p.peak_memory))));
    });
  });
}
function sizesPlot(run, parts, valueText) {
  const sum = b => parts.reduce((total, [name]) => total + b[name], 0);
  const most = Math.max(1e-9, ...run.sizes.map(sum));
  return plot(220, (node, width, height) => {
    const frame = { left: 70, right: width - 8, top: 8, bottom: height - 40 };
    rules(node, frame, most, valueText);
    const step = (frame.right - frame.left) / run.sizes.length;
    run.sizes.forEach((b, i) => {
      const x = frame.left + step * i + step * .1;
      const text = seconds(b.from_seconds) + ' to ' + seconds(b.to_seconds) + ': ' + whole(b.single + b.merged) +
        ' tasks, ' + seconds(b.seconds) +
        (b.merged > 0 ? '; ' + whole(b.merged) + ' of them by the mean of slices' : '');
      let y = frame.bottom;
      for (const [name, colour] of parts) {
        const size = (frame.bottom - frame.top) * ratio(b[name], most);
        if (b[name] > 0) node.append(svg('rect', { x: x, width: step * .8, y: y - Math.max(size, 1),
          height: Math.max(size, 1), fill: 'var(--' + colour + ')' }, svg('title', {}, text)));
        y -= size;
      }
      if (step > 48 || i % Math.ceil(52 / step) === 0) {
        node.append(svg('text', { x: frame.left + step * i, y: frame.bottom + 16, 'text-anchor': 'middle' },
          seconds(b.from_seconds)));
      }
    });
    node.append(svg('text', { x: frame.right, y: height - 4, 'text-anchor': 'end' }, 'time of a task, at least'));
  });
}
// A square of cells; above 40 rows blocks of neighbours are one cell.
function matrix(title, flows, value, text, count) {
  const used = flows.filter(f => value(f) > 0);
  if (used.length === 0) return null;
  const block = Math.ceil(count / 40);
  const size = Math.ceil(count / block);
  const cells = new Map();
  for (const f of used) {
    const key = Math.floor(f.from / block) * size + Math.floor(f.to / block);
    cells.set(key, (cells.get(key) || 0) + value(f));
  }
  const most = Math.max(...cells.values());
  const name = i => block === 1 ? String(i) : i * block + '–' + (Math.min(count, (i + 1) * block) - 1);
  const drawing = plot(360, (node, width) => {
    const side = Math.min(34, (Math.min(width, 400) - 50) / size);
    node.setAttribute('viewBox', '0 0 ' + width + ' ' + (size * side + 44));
    node.setAttribute('height', size * side + 44);
    const every = Math.ceil(24 / side);
    for (let i = 0; i < size; ++i) {
      if (i % every !== 0) continue;
      node.append(svg('text', { x: 40, y: 30 + side * (i + .5) + 4, 'text-anchor': 'end' }, i * block),
        svg('text', { x: 46 + side * (i + .5), y: 24, 'text-anchor': 'middle' }, i * block));
    }
    node.append(svg('text', { x: 46, y: 10 }, 'to'), svg('text', { x: 4, y: 24 }, 'from'));
    for (let from = 0; from < size; ++from) {
      for (let to = 0; to < size; ++to) {
        const sum = cells.get(from * size + to) || 0;
        const shade = sum === 0 ? 0 : .15 + .85 * Math.sqrt(sum / most);
        node.append(svg('rect', { x: 46 + side * to, y: 30 + side * from, width: side - 1, height: side - 1,
          fill: sum === 0 ? 'var(--panel)' : 'var(--work)', 'fill-opacity': sum === 0 ? 1 : shade.toFixed(3) },
          svg('title', {}, 'from ' + name(from) + ' to ' + name(to) + ': ' + text(sum))));
      }
    }
  });
  return element('div', {}, element('h3', {}, title + ', at most ' + text(most) + ' in a cell'), drawing);
}

// The timeline is a canvas: it has too many cells for elements.
const tip = element('div', { id: 'tip' });
function timeline(run) {
  const t = run.timeline;
  const rows = t.rows;
  const bins = rows.length > 0 ? rows[0].thousandths.work.length : 0;
  const height = rows.length > 48 ? 7 : rows.length > 16 ? 12 : 18;
  const left = 62;
  const canvas = element('canvas', { role: 'img', 'aria-label': 'timeline of ' + rows.length + ' rows' });
  const tops = [];
  let total = 0;
  rows.forEach((row, i) => {
    if (i > 0 && t.row === 'worker' && row.place !== rows[i - 1].place) total += 6;
    tops.push(total);
    total += height + (height > 8 ? 2 : 0);
  });
  plots.push(() => {
    const width = Math.max(240, canvas.parentElement.clientWidth);
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round((total + 22) * scale);
    canvas.style.height = total + 22 + 'px';
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue('--' + name).trim();
    const draw = canvas.getContext('2d');
    draw.scale(scale, scale);
    draw.font = '11px system-ui, sans-serif';
    draw.textBaseline = 'middle';
    const step = (width - left) / bins;
    for (const state of states) {
      draw.fillStyle = colour(state);
      rows.forEach((row, r) => {
        for (let i = 0; i < bins; ++i) {
          const share = row.thousandths[state][i];
          if (share === 0) continue;
          let below = 0;
          for (const other of states) {
            if (other === state) break;
            below += row.thousandths[other][i];
          }
          const y = tops[r] + height * (1 - Math.min(1000, below + share) / 1000);
          draw.fillRect(left + step * i, y, step + .5, height * share / 1000);
        }
      });
    }
    draw.fillStyle = colour('muted');
    draw.textAlign = 'right';
    let last = -20;
    rows.forEach((row, r) => {
      if (tops[r] - last < 11) return;
      last = tops[r];
      draw.fillText(row.label, left - 6, tops[r] + height / 2, left - 8);
    });
    for (const time of ticks(run.seconds, width > 600 ? 8 : 4)) {
      const x = left + (width - left) * ratio(time, run.seconds);
      draw.textAlign = x < left + 20 ? 'left' : x > width - 20 ? 'right' : 'center';
      draw.fillText(seconds(time), x, total + 12);
    }
  });
  canvas.addEventListener('pointermove', e => {
    const box = canvas.getBoundingClientRect();
    const bin = Math.floor((e.clientX - box.left - left) / (box.width - left) * bins);
    const row = rows[tops.findIndex(top => e.clientY - box.top >= top && e.clientY - box.top < top + height)];
    if (!row || bin < 0 || bin >= bins) { tip.style.display = 'none'; return; }
    tip.textContent = t.row + ' ' + row.label + ' at ' + seconds(bin * t.bin_seconds) + '\n' +
      states.filter(s => row.thousandths[s][bin] > 0).map(s =>
        stateText[s] + ' ' + percent(row.thousandths[s][bin] / 1000)).join('\n');
    tip.style.display = 'block';
    tip.style.left = Math.min(e.clientX + 12, window.innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = Math.min(e.clientY + 12, window.innerHeight - tip.offsetHeight - 8) + 'px';
  });
  canvas.addEventListener('pointerleave', () => { tip.style.display = 'none'; });
  return element('div', {}, canvas);
}
)js";

}  // namespace apps::trace_report
