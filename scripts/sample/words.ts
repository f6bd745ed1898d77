// Names of the sample world, each in English and Chinese. All of it is invented for this project.

/** English and Chinese of one text. */
export type Pair = readonly [en: string, zh: string]

interface Named {
  readonly name: Pair
  readonly about: Pair
}

export const PLACES: readonly Named[] = [
  {
    name: ['Willow Ferry', '柳渡'],
    about: ['A sleepy crossing where the boatmen trade news for dumplings.', '一处慵懒的渡口，船夫们拿消息换饺子。'],
  },
  {
    name: ['Crane Bell Temple', '鹤铃寺'],
    about: ['The bell is rung by cranes, or so the monks insist.', '僧人坚称，这口钟是白鹤敲响的。'],
  },
  {
    name: ['Ninefold Steps', '九叠阶'],
    about: [
      'Nine flights of stone stairs.\nNobody agrees on where the first one begins.',
      '九段石阶。\n没有人说得清第一段从哪里开始。',
    ],
  },
  {
    name: ['Saltwind Market', '盐风集'],
    about: ['Everything is for sale here, except #Ysilence#E.', '这里什么都卖，唯独不卖#Y安静#E。'],
  },
  {
    name: ['Quiet Kiln Village', '静窑村'],
    about: ['Potters live here who can tell a glaze by its sound.', '住着能听音辨釉的陶匠。'],
  },
  {
    name: ['Lantern Marsh', '灯沼'],
    about: [
      'Lights drift over the reeds. Do not follow the <i>green</i> ones.',
      '芦苇上漂着灯火。切莫跟着<i>绿色</i>的走。',
    ],
  },
  {
    name: ['Broken Oar Inn', '断桨客栈'],
    about: ['Rooms from {0} coins a night, stories included.', '每晚{0}文起，附赠故事。'],
  },
  {
    name: ['Hall of Echoing Rain', '听雨堂'],
    about: ['It has rained in this hall since the year %d.', '自%d年起，这座堂里的雨就没停过。'],
  },
  {
    name: ['Redleaf Pass', '红叶关'],
    about: [
      'The wind here carries <TEXT color="#C03020">maple leaves</TEXT> and gossip.',
      '此地的风带来<TEXT color="#C03020">枫叶</TEXT>和闲话。',
    ],
  },
  {
    name: ['Moonwell Courtyard', '月井院'],
    about: [
      "Look into the well at midnight and you will see tomorrow's weather.",
      '子夜往井里看，便能看见明天的天气。',
    ],
  },
  {
    name: ['Drumstone Ridge', '鼓石岭'],
    about: ['Step on the right stones and the ridge plays a march.', '踩对石头，山岭就会奏起进行曲。'],
  },
  {
    name: ['Old Paper Mill', '旧纸坊'],
    about: ['Letters that were never sent end up here.', '从未寄出的信，最后都到了这里。'],
  },
  { name: ['Heron Shallows', '鹭滩'], about: ['Good fishing, bad footing.', '好钓鱼，难站稳。'] },
  {
    name: ['Gate of Three Winds', '三风门'],
    about: [
      'One wind for those who leave, one for those who return, one for those who wait.',
      '一阵风送离人，一阵风迎归客，一阵风陪着等待的人。',
    ],
  },
]

export const PEOPLE: readonly (Named & { readonly greeting: Pair })[] = [
  {
    name: ['Lin Qingzhou', '林轻舟'],
    about: ['Ferryman and retired champion', '船夫，退隐的冠军'],
    greeting: [
      'Back already, {player}? The river missed you more than I did.',
      '这么快就回来了，{player}？河可比我更想你。',
    ],
  },
  {
    name: ['Abbot Hollow Reed', '空苇方丈'],
    about: ['Keeper of the bell', '守钟人'],
    greeting: ['Sit. Breathe. Then tell me what you broke.', '坐下。呼吸。然后告诉我你弄坏了什么。'],
  },
  {
    name: ['Madam Persimmon', '柿夫人'],
    about: ['Owner of the Broken Oar', '断桨客栈的老板娘'],
    greeting: ['Wipe your boots, %s, and mind the cat.', '把靴子擦干净，%s，还有，当心猫。'],
  },
  {
    name: ['Wen the Unlucky', '霉运文'],
    about: ['Treasure hunter', '寻宝人'],
    greeting: [
      'I found a map! Well, half of one. Well, the <b>wrong</b> half.',
      '我找到地图了！嗯，半张。嗯，是<b>错的</b>那半张。',
    ],
  },
  {
    name: ['Doctor Ninety-Nine', '九十九先生'],
    about: ['Physician of the marsh', '沼泽郎中'],
    greeting: [
      'Ninety-nine cures I know. Let us hope it is not the hundredth illness. [#12]',
      '我会治九十九种病。但愿你得的不是第一百种。[#12]',
    ],
  },
  {
    name: ['Captain Iron Plum', '铁梅统领'],
    about: ['Guard of Redleaf Pass', '红叶关守将'],
    greeting: ['State your name, your sect, and the reason for that grin.', '报上姓名、门派，还有你为何这样笑。'],
  },
  {
    name: ['Little Ink', '小墨'],
    about: ['Apprentice calligrapher', '书法学徒'],
    greeting: ['<EMOTION id="7"/>Shh! The brush is thinking.', '<EMOTION id="7"/>嘘！毛笔在想事情。'],
  },
  {
    name: ['Grandfather Cloud', '云爷爷'],
    about: ['Tells the weather by his knees', '用膝盖预报天气'],
    greeting: ['Rain before @D[2026-05-01]. My left knee swears it.', '@D[2026-05-01]之前有雨。我的左膝可以作证。'],
  },
  {
    name: ['Sister Twin Swords', '双剑师姐'],
    about: ['Instructor of the outer court', '外院教习'],
    greeting: ['You held the <Light Sword|780|#C|15> upside down again.', '你又把<轻剑|780|#C|15>拿反了。'],
  },
  {
    name: ['The Masked Accountant', '面具账房'],
    about: ['Nobody knows whose money it is', '没人知道那是谁的钱'],
    greeting: ['You owe $G250 coins. Interest is a kind of friendship.', '你欠$G250文。利息也是一种友谊。'],
  },
  {
    name: ['Mother Loom', '织母'],
    about: ['Weaver of banners', '织旗人'],
    greeting: [
      'Hold this thread, dear. No, the $link<Silver Thread>^1024^$.',
      '帮我拿着这根线，乖。不，是$link<银线>^1024^$。',
    ],
  },
  {
    name: ['General Sparrow', '麻雀将军'],
    about: ['A sparrow', '一只麻雀'],
    greeting: ['Chirp! (He seems to mean: attack at %H:%M.)', '啾！（它的意思似乎是：%H:%M发起进攻。）'],
  },
]

export const ITEMS: readonly Named[] = [
  { name: ['Jade Whistle', '玉哨'], about: ["Calls your horse. Or someone else's.", '呼唤你的马。也可能是别人的马。'] },
  { name: ['Cracked Compass', '裂罗盘'], about: ['Points to the nearest teahouse.', '指向最近的茶馆。'] },
  {
    name: ['Oath Ribbon', '誓约丝带'],
    about: ['Restores #G{0}%%#E health while you keep your word.', '守诺期间恢复#G{0}%%#E气血。'],
  },
  {
    name: ['Plum Wine', '梅子酒'],
    about: ['Raises $ATK_UP_1:.1f$ attack, lowers dignity.', '提升$ATK_UP_1:.1f$攻击，降低体面。'],
  },
  { name: ['Folded Paper Crane', '纸鹤'], about: ['Carries one message and one regret.', '能带一句话，和一个遗憾。'] },
  {
    name: ['Iron Chopsticks', '铁筷子'],
    about: ['Damage: %d to %d. Dinner: guaranteed.', '伤害：%d至%d。晚饭：管够。'],
  },
  {
    name: ['Star Lantern', '星灯'],
    about: ['Burns for {hours} hours on a single drop of oil.', '一滴油可燃{hours}个时辰。'],
  },
  {
    name: ['Bamboo Flute', '竹笛'],
    about: ['Three notes open doors. The fourth one closes them.', '三个音能开门，第四个音会把门关上。'],
  },
  {
    name: ['Mountain Ginseng', '山参'],
    about: ['Recovers <Vitality|12|#G|300> over $F2.5 seconds.', '在$F2.5秒内恢复<体力|12|#G|300>。'],
  },
  { name: ['Rope of Patience', '耐心绳'], about: ['It gets longer the less you pull.', '越不拉，它越长。'] },
  {
    name: ['Feather Cloak', '羽氅'],
    about: ['Slows your fall by {0}% and your enemies by surprise.', '使下落速度降低{0}%，并让敌人吃惊。'],
  },
  {
    name: ['Fox Mask', '狐面'],
    about: [
      '<IMAGE path="ui/fox.png" w="32"> While worn, shopkeepers count twice.',
      '<IMAGE path="ui/fox.png" w="32">佩戴时，掌柜会多数一遍钱。',
    ],
  },
  {
    name: ['Tide Pearl', '潮珠'],
    about: ['Warm at high tide, cold at low tide, smug at all times.', '涨潮时温，退潮时凉，任何时候都很得意。'],
  },
  {
    name: ['Inkstone of the East', '东砚'],
    about: ['Words written with it dry before they are read.', '用它写的字，未读先干。'],
  },
  {
    name: ['Sparrow Whistle Arrow', '雀哨箭'],
    about: ['Sings as it flies; quantity %03d.', '飞行时会歌唱；数量%03d。'],
  },
  { name: ["Traveller's Tea", '行路茶'], about: ['Shared with %s, it tastes like home.', '与%s同饮，有家的味道。'] },
]

export const SKILLS: readonly Pair[] = [
  ['Drifting Catkin Step', '飞絮步'],
  ['Still Water Palm', '静水掌'],
  ['Nine Turns of the Crane', '鹤九转'],
  ['Falling Leaf Parry', '落叶格'],
  ['Thunder Under Snow', '雪下雷'],
  ['Moon in the Cup', '杯中月'],
  ['Borrowed Wind', '借风'],
  ['Iron Umbrella', '铁伞'],
  ['Echo Sword', '回声剑'],
  ['Seven Lamps Breathing', '七灯吐纳'],
  ['River Carries Stone', '河负石'],
  ['Sleeping Tiger Stance', '卧虎式'],
  ['Needle in the Rain', '雨中针'],
  ['Last Page', '末页'],
]
