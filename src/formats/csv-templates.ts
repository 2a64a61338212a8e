import type { TableName } from './csv-columns.ts'

/**
 * Tables to start from, by file name: a ward, three people, two days. Together they are a schedule that can be solved.
 * Anna has a contract that others may have too, Bo one of his own, and Cai works less from the second day on. Anna and Bo work a rota of two weeks, he a
 * week ahead of her, and have a way to go.
 */
export const CSV_TEMPLATES: Readonly<Record<`${TableName}.csv`, string>> = {
  'contracts.csv':
    'id,name,maxHoursWeek,maxHoursDay,hoursBetweenShift,maxConsecutiveDays,pay.hourly\r\n1,Full time,37:00,9:00,11:00,5,2100\r\n2,Part time,22:12,9:00,11:00,5,2000\r\n',
  'rotations.csv':
    'id,name,week,monday,tuesday,wednesday,thursday,friday,saturday,sunday,anchor\r\n' +
    'two,Two weeks,1,early,early,late,late,off,off,off,2027-03-01\r\ntwo,,2,late,off,off,early,early,late,late,\r\n',
  'spots.csv': 'id,name,skills,teams\r\n1,Ward,nurse,\r\n',
  'employees.csv':
    'id,name,skills,teams,contractId,contract.maxHoursWeek,contract.maxHoursDay,contract.hoursBetweenShift,contract.maxConsecutiveDays,' +
    'home,rotation.id,rotation.offset,pay.hourly,pay.payRules\r\n' +
    '11,Anna,nurse:3|medication,,Full time,,,,,Hillside,Two weeks,,,\r\n12,Bo,nurse,,,30:00,9:00,11:00,5,Harbour,two,1,2200,late\r\n13,Cai,nurse,,,,,,,,,,,\r\n',
  'contractPeriods.csv': 'employeeId,contractId,start,end\r\nCai,Full time,,2027-03-01\r\nCai,Part time,2027-03-02,\r\n',
  'shifts.csv':
    'id,name,spot,preferredSkills,start,end,breakMinutes,importance,tags,employee,fixed\r\n' +
    '101,early,Ward,nurse:2,2027-03-01 07:00,2027-03-01 15:00,30,MANDATORY,early,,\r\n' +
    '102,late,Ward,,2027-03-01 15:00,2027-03-01 23:00,30,MANDATORY,late,,\r\n' +
    '103,early,Ward,,2027-03-02 07:00,2027-03-02 15:00,30,MANDATORY,early,Anna,true\r\n',
  'wishes.csv':
    'employeeId,type,start,end,tag,weight,repeats.weekdays,repeats.from,repeats.to\r\n' +
    'Anna,UNDESIRED,2027-03-01 15:00,2027-03-01 23:00,late,2,,,\r\nBo,UNAVAILABLE,2027-03-01 06:00,2027-03-01 15:00,,,,,\r\n' +
    'Bo,UNDESIRED,2027-03-01,2027-03-31,,,TUESDAY|THURSDAY,15:00,23:00\r\n',
  'absences.csv': 'employeeId,start,end,kind,creditMinutesPerDay\r\nCai,2027-03-01,2027-03-02,training,7:24\r\n',
  'travel.csv': 'from,to,minutes\r\nHillside,Ward,0:25\r\nWard,Hillside,0:30\r\nHarbour,Ward,10\r\n',
  'coverage.csv':
    'id,name,start,end,repeats.weekdays,repeats.from,repeats.to,spots,tags,who.skill,min,ideal,max\r\n' +
    '1,Medication by day,2027-03-01,2027-03-02,,7:00,15:00,Ward,,medication,,1,\r\n',
  'fairness.csv': 'id,name,of,tags,employees,share\r\n1,Lates,shifts,late,Anna|Bo,EQUAL\r\n',
  'demands.csv':
    'spot,start,end,repeats.weekdays,repeats.from,repeats.to,min,ideal,max\r\nWard,2027-03-01,2027-03-02,MONDAY,07:00,23:00,1,,2\r\nWard,2027-03-02 08:00,2027-03-02 12:00,,,,1,2,\r\n',
  'templates.csv':
    'id,name,spots,weekdays,startsFrom,startsTo,stepMinutes,minMinutes,maxMinutes,lengthStepMinutes,tags\r\nshort,Short,Ward,,08:00,10:00,0:30,4:00,6:00,1:00,early\r\n',
  'breakRules.csv': 'id,overMinutes,minutes,paid,earliestAfter,latestBefore,stepMinutes,covered\r\nlunch,6:00,0:30,false,3:00,2:00,15,true\r\n',
  'payRules.csv':
    'id,kind,name,per,overMinutes,from,to,weekdays,percent,amount\r\nweek,overtime,Above the week,week,37:00,,,,150,\r\n' +
    'late,surcharge,Evenings,,,20:00,24:00,,125,\r\nsunday,surcharge,,,,,,SUNDAY,,500\r\n',
  'budgets.csv': 'id,name,per,spots,max\r\nward,Ward,week,Ward,500000\r\n',
}
